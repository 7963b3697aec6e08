// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { effects, fill, openConsole, press, responding, shows } from '../testing/console'

let desk: Awaited<ReturnType<typeof openConsole>>
afterEach(() => desk.close())

const path = '/releases/environments/production'
const recipient = {
  ...{ id: '0123abcd', environment: 'production', part: null, target: 'https://hooks.example/…f00d' },
  ...{ by: 'Ben', createdAt: '2026-05-01T12:00:00Z' },
}
const sent = {
  ...{ id: 'a', recipient: recipient.id, target: recipient.target, at: '2026-05-01T12:00:00Z' },
  ...{ what: 'Ann promoted events 1.1.0 in production', state: 'sent' as const, attempts: 1 },
  ...{ dueAt: '2026-05-01T12:00:00Z', outcome: 'It responded 204.' },
}
const waiting = { ...sent, id: 'b', state: 'waiting' as const, attempts: 3, outcome: 'It responded 500.' }

it('shows who is notified and what failed, sends a test, removes a recipient, and adds one', async () => {
  desk = await openConsole('/environments/production/notifications', {
    [`GET ${path}/recipients`]: responding('listRecipients', { environment: 'production', recipients: [recipient] }),
    [`GET ${path}/notifications`]: responding('listNotifications', {
      environment: 'production',
      notifications: [sent, waiting],
    }),
    'GET /releases/parts': responding('listParts', {
      parts: [{ part: 'events', kind: 'section', title: 'Events', latest: '1.1.0', versions: 2, live: {} }],
    }),
    [`POST ${path}/recipients/0123abcd/test`]: responding('testRecipient', { ...sent, state: 'failed' }),
    [`POST ${path}/recipients/0123abcd/remove`]: responding('removeRecipient', recipient),
    [`POST ${path}/recipients`]: responding('addRecipient', { ...recipient, secret: 'whsec_shown-once' }),
  })
  await shows('https://hooks.example/…f00dEvery partBen', 'tbody')
  await shows('Ann promoted events 1.1.0 in production')
  await shows('3 failed: It responded 500. Next attempt:')
  await press(`Test ${recipient.target}, 0123abcd`)
  await press('Send it')
  await shows('did not accept the test.')
  await press(`Remove ${recipient.target}, 0123abcd`)
  await press('Remove')
  expect(desk.sent.at(-1)).toMatchObject({ path: `${path}/recipients/0123abcd/remove` })
  await press('Add a recipient')
  expect(effects()).toEqual(['Give the URL of a webhook, or an e-mail address.'])
  await fill('Webhook or e-mail address', 'https://hooks.example/t/f00d')
  await fill('Changes of', 'events')
  await press('Add it')
  expect(desk.sent.at(-1)).toMatchObject({
    path: `${path}/recipients`,
    body: { target: 'https://hooks.example/t/f00d', part: 'events' },
  })
  await shows('shown only once: whsec_shown-once')
})
