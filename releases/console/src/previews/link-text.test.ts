import { expect, it } from 'vitest'
import { when } from '../page/words'
import { linkEffects } from './link-dialog'

const now = new Date('2026-05-01T12:00:00Z')
const effects = (shows: Parameters<typeof linkEffects>[0]['shows']) =>
  linkEffects({ environment: 'staging', shows, seconds: 86_400, now })

it('describes what a link shows, to whom and how long', () => {
  expect(effects({ part: 'events', version: '1.1.0' })).toEqual([
    "No visitor's page changes (0 %).",
    'Everyone who has the link sees events 1.1.0 on top of what is live in staging, and needs no token for that.',
    `It ends by itself, ${when('2026-05-02T12:00:00Z')}, or when somebody ends it.`,
    'Until then clean-up keeps what it shows.',
  ])
  const machine = effects({ part: 'events', source: 'http://127.0.0.1:4001' })
  expect(machine[1]).toMatch(/^Everyone who has the link and a token of any role sees events as http:\S+ serves it /)
  expect(machine).toHaveLength(3)
  expect(effects({ composition: '0123456789ab' })[1]).toContain('exactly the composition 0123456789ab,')
})
