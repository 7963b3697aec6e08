import { randomUUID } from 'node:crypto'
import { logIn, register } from '@marram/api-contract/account'
import { subscribe } from '@marram/api-contract/newsletter'
import { type OptionKey, optionKeys, submitQuiz } from '@marram/api-contract/quiz'
import { refreshSession } from '@marram/api-contract/session'
import { createSubmission } from '@marram/api-contract/submissions'
import { account, PASSWORD, type SessionAnswer } from './visitor'

/** A call that may be sent again under its key. */
export type Keyed = { path: string; key: string; body: object; response?: object }
type Choice = { acknowledged?: OptionKey; sent?: OptionKey }

/** Acknowledged changes, and those that were interrupted by the end of the API, which may be done or not. */
export type Ledger = {
  emails: string[]
  phones: string[]
  keyed: Keyed[]
  /** By participant and question. */
  choices: Map<string, Map<number, Choice>>
  /** The latest tokens of each session. */
  sessions: Map<string, SessionAnswer>
  refreshes: number
}

export const emptyLedger = (): Ledger => ({
  emails: [],
  phones: [],
  keyed: [],
  choices: new Map(),
  sessions: new Map(),
  refreshes: 0,
})

export const PHONE = '0123456789'
const PHOTO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Without a response, the result is unknown. */
class Gone extends Error {}

/** Sends a body; throws if the response's code is not 200. */
export async function post(url: string, path: string, body: object, key?: string): Promise<object> {
  const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
  let result: { code: number }
  try {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    result = (await response.json()) as { code: number }
  } catch (cause) {
    throw new Gone('no response', { cause })
  }
  if (result.code !== 200) throw new Error(`${path} responded with ${JSON.stringify(result)}`)
  return result
}

let numbers = 0
const next = () => {
  numbers += 1
  return numbers
}
const oneOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

/** Many visitors who write without a pause. Ends when the API at `url` has ended; throws if it refuses anything. */
export async function writeStorm(url: string, form: string, questions: number[], ledger: Ledger): Promise<void> {
  const send = (path: string, body: object, key?: string) => post(url, path, body, key)

  const sendKeyed = async (path: string, body: object) => {
    const call: Keyed = { path, body, key: randomUUID() }
    ledger.keyed.push(call)
    call.response = await send(path, body, call.key)
  }

  const writers = {
    async subscribes() {
      const email = `reader-${next()}@example.org`
      await send(subscribe.path, { email })
      ledger.emails.push(email)
    },
    async sendsForm() {
      const form_data = [
        { data_label: 'Name', data_type: 'textfield', data_value: `Visitor ${next()}` },
        { data_label: 'Photo', data_type: 'file', data_value: PHOTO },
      ]
      await sendKeyed(createSubmission.path, { submitted_form: form, form_data })
    },
    async takesQuiz(name: string) {
      const selected = questions.filter(() => Math.random() < 0.7).map((quiz) => ({ quiz, option: oneOf(optionKeys) }))
      if (selected.length === 0) return
      const choices = ledger.choices.get(name) ?? new Map<number, Choice>()
      ledger.choices.set(name, choices)
      for (const { quiz, option } of selected) choices.set(quiz, { ...choices.get(quiz), sent: option })
      const records = selected.map(({ quiz, option }) => ({ name, phone: PHONE, quiz, selected_answer: option }))
      await sendKeyed(submitQuiz.path, records)
      for (const { quiz, option } of selected) choices.set(quiz, { acknowledged: option })
    },
    async registers() {
      const phone = String(next()).padStart(10, '0')
      await send(register.path, account(phone))
      ledger.phones.push(phone)
    },
    async staysLoggedIn(name: string) {
      const session = ledger.sessions.get(name)
      if (session) {
        ledger.sessions.set(name, await refreshed(url, session))
        ledger.refreshes += 1
        return
      }
      const phone = String(next()).padStart(10, '0')
      await send(register.path, account(phone))
      const first = await send(logIn.path, { email: phone, password: PASSWORD })
      ledger.sessions.set(name, first as SessionAnswer)
    },
  }
  const again = async (write: () => Promise<void>) => {
    try {
      for (;;) await write()
    } catch (error) {
      if (!(error instanceof Gone)) throw error
    }
  }
  const names = ['Ana', 'Bilal', 'Chioma']
  await Promise.all([
    ...names.map((name) => again(() => writers.takesQuiz(name))),
    ...names.map((name) => again(() => writers.staysLoggedIn(name))),
    ...[1, 2].flatMap(() => [again(writers.subscribes), again(writers.sendsForm)]),
    again(writers.registers),
  ])
}

/** Continues a session with its latest token. */
export const refreshed = async (url: string, { refresh_token }: SessionAnswer) =>
  (await post(url, refreshSession.path, { refresh_token })) as SessionAnswer
