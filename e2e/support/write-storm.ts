import { randomUUID } from 'node:crypto'
import { createSubmission } from '@marram/api-contract/submissions'
import { expect } from '@playwright/test'
import type { Site } from './site'
import { addForms, answersOf } from './submissions'

export type Storm = {
  /** What visitors tried to send, and what they were told is done. */
  sent: string[]
  acknowledged: string[]
  /** Answers that no visitor should get, whatever has just been killed. */
  unexpected: string[]
  /** What was acknowledged until now is there, once; and nothing that nobody sent. */
  expectKept(): Promise<void>
  /** So much more is acknowledged: the whole way works again. */
  goesOn(): Promise<void>
  /** Ends it; what is on its way then may be done or not. */
  stop(): Promise<void>
}

const FORM = { slug: 'storm', form_name: 'Storm', submission_form: [{ data_label: 'Name', data_type: 'textfield' }] }
const BETWEEN = 10
const SOON = { timeout: 60_000 }
let storms = 0

const WRITERS = 6
const PAUSE_MS = 100
const TOO_MANY = 429

/**
 * Visitors of a site who send a form with one field again and again, each submission under its key until it is
 * acknowledged. They reach it by `url`, which may be that of another edge before the same API.
 */
export async function writeStorm(site: Site, url = site.url): Promise<Storm> {
  await addForms(site, [FORM])
  storms += 1
  // Others may have written to the same site before.
  const number = storms
  const own = new RegExp(`^Writer \\d+ of ${number} `)
  let stopped = false
  const storm = { sent: [] as string[], acknowledged: [] as string[], unexpected: [] as string[] }
  const write = async (name: string): Promise<void> => {
    const key = randomUUID()
    storm.sent.push(name)
    while (!stopped) {
      const answer = await send(url, name, key)
      if (answer && isDone(answer)) return void storm.acknowledged.push(name)
      if (answer && answer.status < 500 && answer.status !== TOO_MANY) {
        storm.unexpected.push(`${answer.status} ${answer.text}`)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !stopped; n++) {
      await write(`Writer ${writer} of ${number} number ${n}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  const { acknowledged, sent } = storm
  return {
    ...storm,
    async expectKept() {
      const told = [...acknowledged]
      const stored = (await answersOf(site, FORM.slug)).map(([name = '']) => name).filter((name) => own.test(name))
      expect(told.filter((name) => !stored.includes(name))).toEqual([])
      expect(stored.filter((name, i) => stored.indexOf(name) !== i)).toEqual([])
      expect(stored.filter((name) => !sent.includes(name))).toEqual([])
    },
    async goesOn() {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length - before, SOON).toBeGreaterThanOrEqual(BETWEEN)
    },
    async stop() {
      stopped = true
      await Promise.all(writers)
    },
  }
}

/** Undefined where nobody answered to the end: then nobody knows whether it was done. */
async function send(url: string, name: string, key: string) {
  const form_data = [{ data_label: 'Name', data_type: 'textfield', data_value: name }]
  try {
    const response = await fetch(url + createSubmission.path, {
      method: createSubmission.method,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ submitted_form: FORM.slug, form_data }),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    // The connection broke, or was refused while nothing listens: the visitor sends it again.
    return undefined
  }
}

/** Only what says so itself was done: the status alone may be of something in between. */
const isDone = ({ status, text }: { status: number; text: string }) =>
  status === 200 && text.startsWith('{') && (JSON.parse(text) as { code?: unknown }).code === 200
