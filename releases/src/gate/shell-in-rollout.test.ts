import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

/** The live shell provides host 1.2.0 and declares no versions; it fits every section here. */
const NEXT = '3.0.0'

describe.each(engines)('a section during the rollout of a shell, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
    const provided = { versions: { react: '18.3.0' }, exports: { react: ['useState'] } }
    await desk.registry.publish(fakeShell(NEXT, { host: '1.1.0', ...provided }))
    await desk.registry.publish(fakeSection('events', '2.0.0', { host: '^1.2.0', requires: [] }))
    await desk.registry.publish(fakeSection('events', '2.1.0', { ranges: { react: '^19.0.0' } }))
    await desk.registry.publish(
      fakeSection('events', '2.2.0', { ranges: { react: '^18.0.0' }, uses: { react: ['useState'] } }),
    )
    await desk.registry.publish(fakeSection('events', '2.3.0', { uses: { react: ['use', 'useState', 'cache'] } }))
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const rollOut = (traffic: number) => desk.act('shell', 'canary', { version: NEXT, traffic })
  const promote = (version: string) => desk.act('events', 'promote', { version })

  it.each([
    ['2.0.0', 'host', `events 2.0.0 needs host ^1.2.0, but shell ${NEXT} provides host 1.1.0.`],
    ['2.1.0', 'shared', `events 2.1.0 needs react ^19.0.0, but shell ${NEXT} provides 18.3.0.`],
    ['2.3.0', 'shared', `events 2.3.0 uses use, cache of react, which shell ${NEXT} does not export.`],
  ])('does not go live when %s is incompatible (%s), and the pair is named', async (version, kind, words) => {
    expect((await rollOut(1)).status).toBe(200)
    const answer = await promote(version)
    expect(answer).toMatchObject({
      status: 422,
      body: { problems: [{ kind, releases: [`events@${version}`, `shell@${NEXT}`] }] },
    })
    expect(answer.body.message).toContain(words)
    // The same for some of the visitors: shell and section are chosen independently.
    expect((await desk.act('events', 'canary', { version, traffic: 1 })).status).toBe(422)
    await desk.act('shell', 'abort')
    expect((await promote(version)).status).toBe(200)
  })

  it('stops the rollout of a shell that lacks what it uses, and is named', async () => {
    expect((await promote('2.3.0')).status).toBe(200)
    const answer = await rollOut(1)
    expect(answer).toMatchObject({
      status: 422,
      body: { problems: [{ kind: 'shared', releases: ['events@2.3.0', `shell@${NEXT}`] }] },
    })
    expect(answer.body.message).toMatch(/or first a version of events that does without\.$/)
  })

  it('goes live when it fits both, or when nobody has that shell', async () => {
    expect((await rollOut(1)).status).toBe(200)
    expect((await promote('2.2.0')).status).toBe(200)
    expect((await rollOut(0)).status).toBe(200)
    expect((await promote('2.0.0')).status).toBe(200)
    expect((await rollOut(1)).status).toBe(422)
  })
})
