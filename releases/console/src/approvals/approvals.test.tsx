// @vitest-environment happy-dom
import { person } from '@marram/release-contract/testing/people'
import { bytesOfApproval, type SignatureBy } from '@marram/release-contract/trust'
import { isSigned } from '@marram/release-contract/trust/verify'
import { afterEach, expect, it, vi } from 'vitest'
import { effects, openConsole, press, responding, shows } from '../testing/console'
import { findKey, makeKey } from './browser-key'

// Here is no IndexedDB: console-desk.spec.ts has the keys of a browser.
vi.mock('./browser-key', () => ({ findKey: vi.fn(), makeKey: vi.fn() }))

const ada = person('Ada')
const own = { key: ada.key, sign: async (bytes: Uint8Array) => ada.sign(bytes) }
const path = '/releases/environments/production'
const digest = `sha384-${'A'.repeat(64)}`
const about = { part: 'events', version: '1.1.0', digest }
const waiting = {
  ...about,
  ...{ publishedBy: 'ci-events', publishedAt: '2026-05-01T12:00:00Z', live: null, approvers: ['Bob'], problem: null },
}
const approvals = { environment: 'production', needed: 2, managers: { [ada.key]: 'Ada' }, waiting: [waiting] }

let desk: Awaited<ReturnType<typeof openConsole>>
afterEach(() => desk.close())
const open = (shown = approvals) =>
  openConsole('/environments/production/approvals', {
    [`GET ${path}/approvals`]: responding('listApprovals', shown),
    [`POST ${path}/parts/events/versions/1.1.0/approve`]: responding('approve', {
      ...{ environment: 'production', part: 'events', version: '1.1.0', changed: true },
      ...{ approvers: ['Bob', 'Ada'], needed: 2 },
    }),
  })

it('shows what waits, by whom it is approved, and sends a signature of exactly that', async () => {
  vi.mocked(findKey).mockResolvedValue(own)
  desk = await open()
  await shows('You approve as Ada')
  await shows('1 of 2 approvals: Bob.')
  await press('Approve events 1.1.0')
  expect(effects()).toContain('With yours it has all that it needs.')
  await press('Approve')
  await shows('events 1.1.0 is approved for production by Bob, Ada.')
  const body = desk.sent.at(-1)?.body
  expect(isSigned(bytesOfApproval({ ...about, environment: 'production' }), body as SignatureBy)).toBe(true)
})

it('makes a key, and says how it comes to count', async () => {
  vi.mocked(findKey).mockResolvedValueOnce(undefined).mockResolvedValue(own)
  vi.mocked(makeKey).mockResolvedValue(own)
  desk = await open({ ...approvals, managers: {} })
  await press('Make a key')
  await shows(`npm run release -- trust update --key ${ada.key} --owner "Ann" --manager`)
  expect(document.body.textContent).not.toContain('Approve events')
})

it('offers no approval of what no edge would run, nor a second one', async () => {
  vi.mocked(findKey).mockResolvedValue(own)
  const unsigned = { ...waiting, problem: 'events 1.1.0 is not signed.' }
  const again = { ...waiting, part: 'quiz', approvers: ['Ada'] }
  desk = await open({ ...approvals, waiting: [unsigned, again] } as unknown as typeof approvals)
  await shows('No edge would run it: events 1.1.0 is not signed.')
  expect(document.querySelectorAll('main .buttons')).toHaveLength(0)
})

it('says that nothing is needed where nothing is', async () => {
  vi.mocked(findKey).mockResolvedValue(undefined)
  desk = await open({ ...approvals, needed: 0, waiting: [] })
  await shows('What goes live in production needs no approvals.')
})

it('names each area of a difference by its release, where several wait', async () => {
  vi.mocked(findKey).mockResolvedValue(own)
  const lines = [{ name: 'a', before: 1000, after: 2000 }]
  const second = { ...waiting, part: 'quiz', live: '1.0.0' }
  desk = await openConsole('/environments/production/approvals', {
    [`GET ${path}/approvals`]: responding('listApprovals', {
      ...approvals,
      waiting: [{ ...waiting, live: '1.0.0' }, second] as unknown as typeof approvals.waiting,
    }),
    ...Object.fromEntries(
      ['events', 'quiz'].map((part) => [
        `GET /releases/environments/production/parts/${part}/versions/1.1.0/difference`,
        responding('showDifference', {
          ...{ environment: 'production', part, version: '1.1.0', live: '1.0.0' },
          ...{ files: lines, sizes: lines, patterns: [], modules: [], packages: [] },
        }),
      ]),
    ),
  })
  await shows('Approve quiz 1.1.0')
  const names = [...document.querySelectorAll('section[aria-label]')].map((each) => each.getAttribute('aria-label'))
  expect(names).toContain('Sizes of quiz 1.1.0')
  expect(new Set(names).size).toBe(names.length)
})
