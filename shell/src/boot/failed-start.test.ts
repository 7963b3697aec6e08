// @vitest-environment happy-dom
import { beacon } from '@marram/release-contract/evidence'
import { beforeEach, expect, it, vi } from 'vitest'

const ID = '0123456789ab'
const FILE = 'https://marram.example/releases/files/shell/1.2.0/browser/static/js/index.js'
const failed = { composition: ID, parts: { shell: { version: '1.2.0', loads: 1, load: 1 } } }

const sent: { url: string; blob: Blob }[] = []
const sentBeacons = () =>
  Promise.all(
    sent.map(async ({ url, blob }) => {
      expect([url, blob.type]).toEqual(['/releases/evidence', 'application/json'])
      return beacon.parse(JSON.parse(await blob.text()))
    }),
  )
const shown = (id: string) => {
  document.body.innerHTML = `<script type="application/json" id="marram-composition">${JSON.stringify({ id, shell: { version: '1.2.0' }, sections: {} })}</script>`
}
const throwIn = (filename: string) => dispatchEvent(new ErrorEvent('error', { filename, error: new Error('no') }))
const giveUp = () => document.dispatchEvent(new Event('marram:failed'))
let online = true
vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
Object.assign(navigator, { sendBeacon: (url: string, blob: Blob) => sent.push({ url, blob }) > 0 })

beforeEach(async () => {
  vi.resetModules()
  online = true
  delete document.documentElement.dataset.ready
  shown(ID)
  sent.length = 0
  const added = [vi.spyOn(globalThis, 'addEventListener'), vi.spyOn(document, 'addEventListener')]
  const { watchStart } = await import('./failed-start')
  watchStart()
  const listeners = added.flatMap((spy) => spy.mock.calls.map(([type, listener]) => ({ type, listener })))
  for (const spy of added) spy.mockRestore()
  // Each test has its own document.
  return () => {
    for (const { type, listener } of listeners)
      for (const target of [globalThis, document]) target.removeEventListener(type, listener as EventListener)
  }
})

it.each([
  ['one of its files throws', () => throwIn(FILE)],
  ['its start gives up', giveUp],
  ['one of its files never comes', async () => (await import('./failed-start')).reportFailedStart()],
])('counts a shell as not loaded when %s, once for a document', async (_, happens) => {
  await happens()
  await happens()
  giveUp()
  expect(await sentBeacons()).toEqual([failed])
})

it.each([
  ['what others throw', () => throwIn('https://marram.example/releases/files/mfe-events/1.0.0/browser/a.js')],
  ['an error of no file', () => dispatchEvent(new Event('error'))],
  [
    'a visitor without a network',
    () => {
      online = false
      giveUp()
    },
  ],
  [
    'a page that responds already',
    () => {
      document.documentElement.dataset.ready = 'hydrated'
      throwIn(FILE)
    },
  ],
  [
    'a preview',
    () => {
      shown(`preview-${ID}`)
      giveUp()
    },
  ],
  [
    'a document that is cut short',
    () => {
      document.body.innerHTML = ''
      giveUp()
    },
  ],
])('reports nothing for %s', async (_, happens) => {
  happens()
  expect(sent).toEqual([])
})
