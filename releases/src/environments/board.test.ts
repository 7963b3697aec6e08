import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('the board, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
    await desk.begin()
  })
  afterAll(() => desk.remove())

  it('shows what each environment serves, to whom, its health and its stops', async () => {
    await desk.act('events', 'canary', { version: '1.1.0', traffic: 30 })
    await desk.act('quiz', 'lock', { reason: 'an examination' })
    const counted = (version: string, metric: string, count: number) => ({
      ...{ composition: '0123456789ab', part: 'events', version, metric, count },
    })
    await desk.report('evidence', {
      counts: [
        counted('1.0.0', 'edge.loads', 70),
        counted('1.1.0', 'edge.loads', 30),
        counted('1.1.0', 'edge.failures.render', 2),
      ],
    })
    const { body } = await desk.registry.call('GET', '/releases/board')
    expect(body.parts).toContainEqual(expect.objectContaining({ part: 'events', latest: '1.2.0' }))
    const environments = body.environments as { environment: string }[]
    expect(environments.map(({ environment }) => environment)).toEqual(['production', 'staging', desk.env])
    expect(environments.at(-1)).toMatchObject({
      parts: { events: { stable: '1.0.0', candidate: '1.1.0', traffic: 30 }, quiz: { candidate: null } },
      stops: [{ kind: 'lock', part: 'quiz', reason: 'an examination' }],
      health: {
        events: {
          stable: { loads: 70, failures: 0 },
          candidate: { loads: 30, failures: 2 },
          verdict: { verdict: 'no worse' },
        },
        quiz: { stable: { loads: 0, failures: 0 }, candidate: null, verdict: null },
      },
    })
  })
})
