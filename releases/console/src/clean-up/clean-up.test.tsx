// @vitest-environment happy-dom

import type { Unused } from '@marram/release-contract/calls/clean-up'
import { afterEach, expect, it } from 'vitest'
import { button, effects, fill, openConsole, press, refusing, responding, shows } from '../testing/console'

const moment = '2026-05-01T12:00:00Z'
const named = (version: string) => ({ part: 'events', version, lastUse: moment, files: 12, bytes: 34_000 })
const found: Unused = {
  ...{ days: 30, uploadSeconds: 86_400, releases: [named('1.0.0')] },
  uploads: [{ part: 'quiz', version: '2.0.0', by: 'ci', lastAt: moment, files: 1, ofFiles: 9, bytes: 800 }],
  kept: [
    {
      ...named('1.1.0'),
      why: [
        { reason: 'live', message: 'It is live in production.' },
        { reason: 'new', message: 'It was published within 30 days.' },
      ],
      keptUntil: null,
    },
  ],
}

let opened: Awaited<ReturnType<typeof openConsole>>
const open = async (shown: Unused) => {
  opened = await openConsole('/clean-up', { 'GET /releases/unused': responding('listUnused', shown) })
  await shows('Kept')
}
afterEach(() => opened.close())

it('shows what may be deleted, what stays and why, and deletes what the dialog names or nothing', async () => {
  await open(found)
  await shows('Releases: 1 release, 34 KB')
  await shows('Abandoned uploads: 1 upload, 800 B')
  await shows('It is live in production. It was published within 30 days.While it is in use34 KB')
  const path = '/releases/clean-up'
  opened.responses[`POST ${path}`] = refusing(409, 'conflict', 'events 1.0.0 was in use within 30 days.')
  await press('Delete these')
  expect(effects()).toContain('events 1.0.0 goes, 12 files, 34 KB.')
  await press('Delete 1 release and 1 upload')
  await shows('events 1.0.0 was in use within 30 days. Nothing was changed.', 'dialog [role="alert"]')
  opened.responses[`POST ${path}`] = responding('cleanUp', { deleted: 1, deletedUploads: 1 })
  await press('Delete 1 release and 1 upload')
  await shows('Deleted: 1 release and 1 upload, 35 KB.')
  expect(opened.sent.at(-1)?.body).toEqual({
    days: 30,
    releases: [{ part: 'events', version: '1.0.0' }],
    uploadSeconds: 86_400,
    uploads: [{ part: 'quiz', version: '2.0.0' }],
  })
  // The button disappears with the deleted rows; its focus stays in the page.
  button('Delete these').focus()
  opened.responses['GET /releases/unused'] = responding('listUnused', { ...found, releases: [], uploads: [] })
  await fill('Releases that no page has named for', '7')
  await shows('Nothing: every release is kept')
  expect(() => button('Delete these')).toThrow()
  expect(document.activeElement?.tagName).toBe('H1')
})
