import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, vi } from 'vitest'
import { parse } from 'zod/mini'
import { Console } from '../console'
import { type Name, type ResponseTo, table } from '../registry'
import { environmentOf } from './shapes'

type Respond = () => Response
/** By method and path, such as `GET /releases/board`. One with the query goes before the one without. */
export type Responses = Record<string, Respond>

/** A response in a form that the registry could send: anything else is a mistake of the test. */
export const responding =
  <Each extends Name>(name: Each, value: ResponseTo<Each>): Respond =>
  () =>
    Response.json(parse(table[name].response, value))

export const refusing =
  (status: number, code: string, message: string): Respond =>
  () =>
    Response.json({ code, message }, { status })

const session = responding('showSession', {
  caller: { name: 'Ann', role: 'admin', part: null, environment: null },
  expiresAt: '2026-05-02T12:00:00Z',
  hasOidc: false,
})

const ENVIRONMENT = '/releases/environments/production'
const noEdges = responding('showEnvironment', environmentOf({}))
const noFaults = responding('listFaults', { environment: 'production', faults: [] })

/** The console at an address, logged in as an administrator, with these responses of the registry. */
export async function openConsole(path: string, given: Responses) {
  const responses: Responses = {
    'GET /session': session,
    [`GET ${ENVIRONMENT}`]: noEdges,
    [`GET ${ENVIRONMENT}/faults`]: noFaults,
    ...given,
  }
  const sent: { path: string; body: unknown }[] = []
  const unexpected: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const whole = address.replace(/^\/console/, '')
    const asked = whole.replace(/\?.*$/, '')
    if (method !== 'GET') sent.push({ path: asked, body: JSON.parse(String(body)) })
    const respond = responses[`${method} ${whole}`] ?? responses[`${method} ${asked}`]
    if (respond) return respond()
    unexpected.push(`${method} ${asked}`)
    return Response.json({ code: 'not-found', message: `Nothing responds to ${asked}.` }, { status: 404 })
  })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter initialEntries={[path]}>
          <Console />
        </MemoryRouter>
      </SWRConfig>,
    ),
  )
  return {
    sent,
    responses,
    /** Fails if there were requests for which the test has no response. */
    close: () => {
      act(() => root.unmount())
      vi.unstubAllGlobals()
      expect(unexpected).toEqual([])
    },
  }
}

const pause = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))

/** Waits until the page says this. */
export async function shows(words: string | RegExp, inside = 'body'): Promise<void> {
  for (let i = 0; i < 100 && !isThere(words, inside); i++) await pause()
  expect(document.querySelector(inside)?.textContent).toMatch(words)
}

const isThere = (words: string | RegExp, inside: string) => {
  const text = document.querySelector(inside)?.textContent ?? ''
  return typeof words === 'string' ? text.includes(words) : words.test(text)
}

/** The last button of that name: a dialog's stand behind the page's. */
export const button = (name: string): HTMLElement =>
  found(
    [...document.querySelectorAll<HTMLElement>('button')].filter(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
    ),
    name,
  )

export async function press(name: string): Promise<void> {
  const pressed = button(name)
  await act(async () => {
    pressed.focus()
    pressed.click()
  })
  await pause()
}

/** The last field of that label. */
export function field(label: string): HTMLInputElement | HTMLSelectElement {
  const words = [...document.querySelectorAll('label')].filter(({ textContent }) => textContent === label)
  return document.getElementById(found(words, label).htmlFor) as HTMLInputElement | HTMLSelectElement
}

export async function fill(label: string, value: string): Promise<void> {
  const filled = field(label)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(filled), 'value') as PropertyDescriptor
  await act(async () => {
    set?.call(filled, value)
    filled.dispatchEvent(new Event(filled.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  })
}

function found<Element>(all: Element[], name: string): Element {
  const last = all.at(-1)
  if (!last) throw new Error(`there is no ${name} in: ${document.body.textContent}`)
  return last
}

export const effects = (): (string | null)[] =>
  [...document.querySelectorAll('dialog .effects li')].map(({ textContent }) => textContent)
