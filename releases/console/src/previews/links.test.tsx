// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { openConsole, press, responding, shows } from '../testing/console'

const moment = '2026-05-01T12:00:00Z'
const path = '/releases/environments/production/previews'
const link = { id: '0123abcd', what: 'events 1.1.0', by: 'Pia', createdAt: moment, expiresAt: moment }

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('lists the links to previews, and ends one', async () => {
  opened = await openConsole('/environments/production/previews', {
    [`GET ${path}`]: responding('listPreviews', { links: [link] }),
    [`POST ${path}/0123abcd/end`]: responding('endPreview', { id: link.id, what: link.what }),
  })
  await shows('events 1.1.0')
  await press('End 0123abcd')
  await shows('sees nothing of it any more.', 'dialog')
  opened.responses[`GET ${path}`] = responding('listPreviews', { links: [] })
  await press('End it')
  await shows('The link to events 1.1.0 has ended.')
  await shows('No link shows anything here.')
  expect(opened.sent).toEqual([{ path: `${path}/0123abcd/end`, body: {} }])
})
