import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeSection } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { failed, passed } from './check'
import type { Trial } from './trial'

const BAD = ['2.0.0', '2.2.0']

describe.each(engines)('a release that is live against the gate, database $name', (engine) => {
  /** Versions 2.0.0 and 2.2.0 of events fail with every shell. */
  const trial: Trial = async ({ section }) =>
    BAD.includes(section?.manifest.version ?? '') ? failed('server', 'It is broken.') : passed('server', 'It runs.')
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine, { trial })
    for (const version of ['2.0.0', '2.1.0', '2.2.0'])
      await desk.registry.publish(fakeSection('events', version, { host: version === '2.0.0' ? '^9.0.0' : '^1.0.0' }))
    await desk.begin()
    const override = { override: true, reason: 'worse without' }
    expect((await desk.act('events', 'promote', { version: '2.0.0', ...override })).status).toBe(200)
  })
  afterAll(() => desk.remove())

  it('does not block a good version', async () => {
    const answer = await desk.act('events', 'canary', { version: '2.1.0', traffic: 10 })
    expect(answer).toMatchObject({ status: 200, body: { candidate: '2.1.0', traffic: 10 } })
    expect((await desk.act('events', 'canary', { traffic: 20 })).status).toBe(200)
  })

  it('does not block a rollback of the candidate', async () => {
    const answer = await desk.act('events', 'rollback')
    expect(answer).toMatchObject({ status: 200, body: { version: '2.0.0', candidate: null } })
  })

  it('allows no other bad version, and reports that one alone', async () => {
    const answer = await desk.act('events', 'canary', { version: '2.2.0', traffic: 10 })
    expect(answer).toMatchObject({
      status: 422,
      body: { message: 'events 2.2.0 cannot go live in test-1: events 2.2.0: It is broken.' },
    })
  })

  it('blocks a shell that is added to it', async () => {
    const answer = await desk.act('shell', 'promote', { version: '1.1.0' })
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.body.message).toContain('events 2.0.0 needs host ^9.0.0')
  })
})
