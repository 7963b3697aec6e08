import { expect, it } from 'vitest'
import type { event } from '../schema'
import { changeWords, messageOf } from './message'

const at = new Date('2026-05-01T12:00:00Z')
const eventOf = (given: Partial<typeof event.$inferSelect>): typeof event.$inferSelect => ({
  ...{ id: 1, at, action: 'promote', refused: false, actor: 'Ann', environment: 'production', part: 'events' },
  ...{
    version: '1.1.0',
    from: { stable: '1.0.0' },
    to: { stable: '1.1.0' },
    composition: null,
    reason: null,
    detail: {},
  },
  ...given,
})
const words = (...events: ReturnType<typeof eventOf>[]) => changeWords({ environment: 'production', events })

it('says in a sentence who changed what', () => {
  expect(words(eventOf({ reason: 'new\n cards' }))).toBe('Ann promoted events 1.1.0 in production: new cards')
  expect(words(eventOf({ action: 'freeze', part: null, version: null }))).toBe('Ann froze production')
  const back = { action: 'rollback', version: '1.0.0' }
  expect(words(eventOf(back), eventOf({ ...back, part: 'quiz' }))).toBe(
    'Ann rolled back to events 1.0.0, quiz 1.0.0 in production',
  )
  const refused = { refused: true, detail: { scheduled: '0123abcd', message: 'It is frozen.' } }
  expect(words(eventOf(refused))).toBe(
    'Ann had scheduled a promote that was not made: events 1.1.0 in production: It is frozen.',
  )
})

it('has the states, and stays below the size that receivers take', () => {
  const message = messageOf({ environment: 'production', at, events: [eventOf({})] })
  expect(message).toMatchObject({
    type: 'promote',
    timestamp: '2026-05-01T12:00:00.000Z',
    text: 'Ann promoted events 1.1.0 in production\nevents: 1.0.0 → 1.1.0',
    data: { environment: 'production', actor: 'Ann', events: [{ id: 1, part: 'events', to: { stable: '1.1.0' } }] },
  })
  const long = 'x'.repeat(30_000)
  const many = Array.from({ length: 300 }, (_, id) => eventOf({ id, reason: long, to: { stable: long } }))
  const short = messageOf({ environment: 'production', at, events: many })
  expect(Buffer.byteLength(JSON.stringify(short))).toBeLessThan(20_000)
  expect(short.data).toMatchObject({ short: true, events: many.map(({ id }) => ({ id })) })
})
