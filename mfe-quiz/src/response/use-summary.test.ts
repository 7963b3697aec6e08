// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const FLAG = 'correctStatusDispatched'
const HERE = '/quiz-response/Zo%C3%AB/0123456789'

/** The state of this section's page in a document that was opened this way. */
async function inDocument(type: string, path: string) {
  vi.resetModules()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type, name: `https://marram.example${path}` }] as never)
  return import('./use-summary')
}

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('location', new URL(HERE, 'https://marram.example'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('sends once, also after a reload of the page', async () => {
  const first = await inDocument('navigate', HERE)
  first.beginVisit()
  expect([first.isSent(), first.isSent(), sessionStorage.getItem(FLAG)]).toEqual([false, true, 'true'])
  const reloaded = await inDocument('reload', HERE)
  reloaded.beginVisit()
  expect(reloaded.isSent()).toBe(true)
})

it.each([
  ['a full load of the same address', 'navigate', HERE],
  ['Back from another site', 'back_forward', HERE],
  ['another page that was reloaded meanwhile', 'reload', '/sports'],
  ['the response of somebody else, reloaded', 'reload', '/quiz-response/Ada/0123456789'],
])('sends again after %s', async (_, type, path) => {
  sessionStorage.setItem(FLAG, 'true')
  const visit = await inDocument(type, path)
  visit.beginVisit()
  expect(visit.isSent()).toBe(false)
})

it('sends again when a visitor leaves the page and returns, without a new document', async () => {
  const visit = await inDocument('reload', HERE)
  visit.beginVisit()
  expect(visit.isSent()).toBe(false)
  visit.endVisit()
  expect(sessionStorage.getItem(FLAG)).toBeNull()
  visit.beginVisit()
  expect(visit.isSent()).toBe(false)
})

it('sends each time when the browser stores nothing', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const visit = await inDocument('navigate', HERE)
  visit.beginVisit()
  expect([visit.isSent(), visit.isSent()]).toEqual([false, false])
})
