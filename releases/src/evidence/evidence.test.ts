import type { Board } from '@marram/release-contract/calls/environments'
import type { Strategy } from '@marram/release-contract/calls/rollouts'
import type { Counted } from '@marram/release-contract/evidence'
import { compositionId } from '@marram/release-contract/resolve'
import { engines } from '@marram/server/testing/engines'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceStrategies, judgeCandidates } from '../rollouts/automatic-changes'
import { rollout } from '../schema'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

const composition = '0123456789ab'
/** Network numbers. */
const to = (many: number) => Array.from({ length: many }, (_, number) => number)
/** A failure in the stage `use` has no network. */
const from = (stage: string, networks: number[]) => (stage === 'use' ? {} : { networks })

describe.each(engines)('evidence, database $name', (engine) => {
  let desk: ReleaseDesk
  let now = Date.parse('2026-05-01T12:00:00Z')
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(now) })
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const send = (counts: object[], token?: string | null) => desk.report('evidence', { counts }, token)
  const loads = (version: string, count: number, failures: number, part = 'events'): Counted[] => [
    { composition, part, version, metric: 'edge.loads', count },
    ...(failures > 0
      ? [
          {
            composition,
            part,
            version,
            metric: 'browser.failures.boundary' as const,
            count: failures,
            networks: to(failures),
          },
        ]
      : []),
  ]
  const judge = async () => {
    await judgeCandidates(desk.registry.context)
    const { parts } = (await desk.get()) as { parts: Record<string, { traffic: number; candidate: string | null }> }
    return parts.events
  }
  const waitsFor = async () => {
    const { parts } = (await desk.get()) as { parts: Record<string, { waitsFor: string | null }> }
    return parts.events?.waitsFor
  }
  const shown = async () => {
    const { body } = await desk.registry.call('GET', `/releases/environments/${desk.env}/parts/events/evidence`)
    return body as { versions: { failures: number }[]; verdict: object; poorer: string[] }
  }
  const onBoard = async () => {
    const { environments } = (await desk.registry.call('GET', '/releases/board')).body as Board
    return environments.find(({ environment }) => environment === desk.env)?.health.events
  }
  const canary = (more: object = { traffic: 10 }) => desk.act('events', 'canary', { version: '1.1.0', ...more })

  it('against a candidate rolls it back, with the numbers in the audit log', async () => {
    await canary()
    await send([...loads('1.0.0', 200, 2), ...loads('1.1.0', 30, 12)])
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 0 })
    const [event] = await desk.events()
    expect(event).toMatchObject({
      action: 'evidence',
      actor: 'evidence',
      from: { traffic: 10 },
      to: { traffic: 0 },
      detail: { evidence: { candidate: { loads: 30, failures: 12 }, stable: { loads: 200, failures: 2 } } },
    })
    expect(event?.reason).toMatch(
      /^events 1\.1\.0 failed in 12 of 30 loads, 1\.0\.0 in 2 of 200 in the same time \(p = .*e-\d+, compared minute by minute\)\. Its failures: boundary 12\.$/,
    )
  })

  it.each([
    ['there are too few loads', loads('1.0.0', 200, 0), loads('1.1.0', 19, 19)],
    ['both fail alike', loads('1.0.0', 200, 100), loads('1.1.0', 40, 20)],
    ['it fails a little more often, as may happen', loads('1.0.0', 200, 2), loads('1.1.0', 40, 2)],
    ['it is better', loads('1.0.0', 200, 100), loads('1.1.0', 200, 0)],
  ])('keeps a candidate when %s', async (_, stable, candidate) => {
    await canary()
    await send([...stable, ...candidate])
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 10 })
  })

  it.each(['late', 'busy', 'error', 'render', 'use'] as const)(
    'rolls back a candidate when every page was %s on servers, and its strategy too',
    async (stage) => {
      await canary({ strategy: { kind: 'linear', percent: 30, seconds: 60 } })
      const metric = `edge.failures.${stage}` as const
      const failed = { ...{ composition, part: 'events', version: '1.1.0', metric, count: 35 }, ...from(stage, to(5)) }
      expect((await send([...loads('1.0.0', 80, 0), ...loads('1.1.0', 35, 0), failed])).status).toBe(200)
      now += 60_000
      await advanceStrategies(desk.registry.context)
      expect(await judge()).toMatchObject({ stable: '1.0.0', candidate: '1.1.0', traffic: 0, strategy: null })
      const [event] = await desk.events()
      expect(event?.reason).toMatch(/^events 1\.1\.0 failed in 35 of 35 loads, 1\.0\.0 in 0 of 80/)
      expect(event?.reason).toContain(`Its failures: ${stage} 35.`)
    },
  )

  describe('from edges', () => {
    const seen = (metric: Counted['metric'], count: number, networks?: number[]): Counted => ({
      ...{ composition, part: 'events', version: '1.1.0', metric, count },
      ...(networks && { networks }),
    })
    const good = [...loads('1.0.0', 200, 0), ...loads('1.1.0', 180, 0)]
    const linear = { kind: 'linear', percent: 30, seconds: 60 }
    const pass = async () => {
      now += 60_000
      await advanceStrategies(desk.registry.context)
      return judge()
    }
    it.each(['late', 'busy', 'error', 'render'] as const)(
      'of one network keeps a candidate, although every page was %s, until others fail too',
      async (stage) => {
        await canary({ strategy: linear })
        await send([...good, seen(`edge.failures.${stage}`, 180, [7])])
        for (let round = 0; round < 3; round += 1)
          expect(await pass()).toMatchObject({ candidate: '1.1.0', traffic: 30, strategy: { step: 0 } })
        expect(await waitsFor()).toBe(
          'events 1.1.0 failed in 180 of 180 loads, all from 1 network: failures of 5 networks take it away, and it does not grow meanwhile.',
        )
        expect((await shown()).verdict).toMatchObject({ verdict: 'too few', networks: 1 })
        // The three new ones, and the known one.
        await send([seen(`edge.failures.${stage}`, 4, [7, 8, 9, 10])])
        expect(await judge()).toMatchObject({ traffic: 30 })
        expect(await waitsFor()).toContain('all from 4 networks')
        await send([seen(`edge.failures.${stage}`, 1, [11])])
        expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 0, strategy: null })
        const [event] = await desk.events()
        expect(event).toMatchObject({ action: 'evidence', detail: { evidence: { networks: 5 } } })
      },
    )

    it('is enough from networks of both kinds together', async () => {
      await canary()
      await send([...good, seen('edge.failures.late', 180, [1, 2, 3]), seen('browser.failures.load', 2, [3, 4])])
      expect(await judge()).toMatchObject({ traffic: 10 })
      await send([seen('browser.failures.load', 1, [5])])
      expect(await judge()).toMatchObject({ traffic: 0 })
    })

    it('of one network pauses a later strategy as well', async () => {
      await canary()
      await send([...good, seen('edge.failures.late', 180, [7])])
      now += 3 * 60_000
      await canary({ strategy: linear })
      now += 60_000
      await send([...loads('1.0.0', 70, 0), ...loads('1.1.0', 30, 0)])
      expect(await pass()).toMatchObject({ candidate: '1.1.0', traffic: 30, strategy: { step: 0 } })
      expect(await waitsFor()).toContain('failed in 180 of 210 loads, all from 1 network')
    })

    it('rolls nothing back when an edge does not report networks, and the status shows that', async () => {
      await canary({ strategy: linear })
      await send([...good, seen('edge.failures.late', 180)])
      expect(await pass()).toMatchObject({ candidate: '1.1.0', traffic: 30, strategy: { step: 0 } })
      expect(await waitsFor()).toMatch(
        /^events 1\.1\.0 failed in 180 of 180 loads, and no edge reported the networks: /,
      )
    })

    it('of a few unusable pages rolls nothing back, whatever one network adds', async () => {
      await canary()
      await send([...good, seen('edge.failures.use', 4), seen('edge.failures.late', 176, [7])])
      expect(await judge()).toMatchObject({ traffic: 10 })
      await send([seen('edge.failures.use', 1)])
      expect(await judge()).toMatchObject({ traffic: 0 })
    })

    it('counts networks since the candidate was last rolled out', async () => {
      await canary()
      await send([...good, seen('edge.failures.late', 180, to(20))])
      expect(await judge()).toMatchObject({ traffic: 0 })
      now += 120_000
      await canary()
      await send([...good, seen('edge.failures.late', 180, [7])])
      expect(await judge()).toMatchObject({ traffic: 10 })
      await send([seen('edge.failures.late', 5, to(5))])
      expect(await judge()).toMatchObject({ traffic: 0 })
    })

    it('counts whole, and drops document reports of the same networks', async () => {
      await canary()
      await send([...loads('1.0.0', 20, 0), ...loads('1.1.0', 100, 0), seen('edge.failures.late', 30, to(10))])
      await send([seen('browser.failures.boundary', 30, to(10)), seen('edge.failures.late', 30, to(10))])
      expect((await shown()).versions).toMatchObject([{ failures: 0 }, { failures: 70 }])
      await send([seen('browser.failures.boundary', 30, to(10))])
      expect((await shown()).versions).toMatchObject([{ failures: 0 }, { failures: 70 }])
    })
  })

  it('rolls a candidate back although another one cannot be judged', async () => {
    await canary()
    await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 10 })
    await send([...loads('1.0.0', 200, 2, 'quiz'), ...loads('1.1.0', 30, 12, 'quiz')])
    const own = and(eq(rollout.environment, desk.env), eq(rollout.part, 'events'))
    await desk.registry.db.update(rollout).set({ candidateSince: 'no moment' }).where(own)
    await judgeCandidates(desk.registry.context)
    await desk.registry.db.update(rollout).set({ candidateSince: null }).where(own)
    const { parts } = await desk.get()
    expect(parts).toMatchObject({ events: { traffic: 10 }, quiz: { candidate: '1.1.0', traffic: 0 } })
  })

  it('keeps a candidate that had most of the visitors when both failed', async () => {
    await canary()
    await send([...loads('1.0.0', 900, 0), ...loads('1.1.0', 100, 0)])
    now += 10 * 60_000
    await canary({ traffic: 90 })
    await send([...loads('1.0.0', 100, 10), ...loads('1.1.0', 900, 90)])
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 90 })
  })

  it('counts from the time when the candidate got visitors', async () => {
    await send([...loads('1.0.0', 200, 0), ...loads('1.1.0', 30, 30)])
    now += 10 * 60_000
    await canary({ traffic: 0 })
    now += 10 * 60_000
    await canary()
    expect(await judge()).toMatchObject({ traffic: 10 })
    const verdict = { verdict: 'too few', since: new Date(now).toISOString() }
    const stable = { version: '1.0.0', candidate: false, loads: 200, failures: 0, minutes: [{ loads: 200 }] }
    const none = { version: '1.1.0', candidate: true, loads: 0, failures: 0, counts: {}, minutes: [] }
    expect(await shown()).toMatchObject({ versions: [stable, none], verdict })
    expect(await onBoard()).toMatchObject({ stable: { loads: 200 }, candidate: { loads: 0, failures: 0 }, verdict })
    await send(loads('1.1.0', 5, 1))
    const own = { loads: 5, failures: 1 }
    expect(await shown()).toMatchObject({ versions: [stable, { ...own, counts: { 'edge.loads': 5 }, minutes: [own] }] })
    expect(await onBoard()).toMatchObject({ candidate: own })
    // Nobody gets it now, and its evidence remains.
    await canary({ traffic: 0 })
    expect(await onBoard()).toMatchObject({ candidate: own })
  })

  it('is ignored for a candidate that nobody ever got', async () => {
    await send(loads('1.1.0', 30, 30))
    await canary({ traffic: 0 })
    expect((await shown()).versions[1]).toMatchObject({ version: '1.1.0', loads: 0, minutes: [] })
    expect(await onBoard()).toMatchObject({ candidate: { loads: 0, failures: 0 }, verdict: null })
  })

  it.each([
    ['the figures', judge],
    ['somebody', () => desk.act('events', 'abort')],
  ])('counts only the second time when %s took it away in the same minute', async (_, takeAway) => {
    now = Date.parse('2026-05-02T12:00:10Z')
    const bad = [...loads('1.0.0', 200, 0), ...loads('1.1.0', 40, 40)]
    await canary()
    await send(bad)
    await takeAway()
    now += 20_000
    expect((await canary()).body).toMatchObject({ traffic: 10 })
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 10 })
    now += 30_000
    await send([...loads('1.0.0', 50, 0), ...loads('1.1.0', 40, 0)])
    expect(await judge()).toMatchObject({ traffic: 10 })
    await send([...loads('1.0.0', 50, 0), ...loads('1.1.0', 80, 80)])
    expect(await judge()).toMatchObject({ traffic: 0 })
  })

  it('lets a strategy grow once it is enough, and never by time alone unless that was requested', async () => {
    await canary({ strategy: { kind: 'linear', percent: 30, seconds: 60 } })
    const pass = async () => {
      now += 60_000
      await advanceStrategies(desk.registry.context)
      return judge()
    }
    expect(await pass()).toMatchObject({ traffic: 30 })
    await send([...loads('1.0.0', 210, 0), ...loads('1.1.0', 90, 0)])
    expect(await pass()).toMatchObject({ traffic: 60 })
  })

  describe('of a strategy', () => {
    const linear = { kind: 'linear', percent: 30, seconds: 60 }
    const pass = async () => {
      now += 60_000
      await advanceStrategies(desk.registry.context)
      return judge()
    }
    it('is required anew for each step, and the status shows what is missing', async () => {
      await canary({ strategy: linear })
      expect(await waitsFor()).toMatch(/^events 1\.1\.0 had 0 loads and 1\.0\.0 0 .*: 20 of each are needed\.$/)
      await send([...loads('1.0.0', 700, 0), ...loads('1.1.0', 300, 0)])
      expect(await waitsFor()).toBeNull()
      expect(await pass()).toMatchObject({ traffic: 60, strategy: { step: 1 } })
      // In the minute in which the step began some visitors still had the previous step.
      await send([...loads('1.0.0', 700, 0), ...loads('1.1.0', 300, 0)])
      for (let round = 0; round < 3; round += 1) expect(await pass()).toMatchObject({ traffic: 60 })
      await send([...loads('1.0.0', 40, 0), ...loads('1.1.0', 19, 0)])
      expect(await pass()).toMatchObject({ traffic: 60 })
      expect(await waitsFor()).toMatch(/^events 1\.1\.0 had 19 loads and 1\.0\.0 40 .*: 20 of each are needed\.$/)
      await send([...loads('1.0.0', 1, 0), ...loads('1.1.0', 1, 0)])
      expect(await pass()).toMatchObject({ traffic: 60 })
      expect(await waitsFor()).toMatch(
        /^events 1\.1\.0 had 20 loads, of which 0 failed, .*: too few to exclude that it fails in 5 % of them and 2 times as often as 1\.0\.0 \(p = 0\.61\)\. It grows below 0\.05\.$/,
      )
      await send([...loads('1.0.0', 40, 0), ...loads('1.1.0', 70, 0)])
      expect(await pass()).toMatchObject({ traffic: 90, strategy: { step: 2 } })
      for (let round = 0; round < 3; round += 1) expect(await pass()).toMatchObject({ stable: '1.0.0', traffic: 90 })
      await send([...loads('1.0.0', 20, 0), ...loads('1.1.0', 180, 0)])
      expect(await pass()).toMatchObject({ stable: '1.1.0', candidate: null })
    })

    it('pauses it while failures are too many to be chance, and too few for a rollback', async () => {
      await canary({ strategy: linear })
      await send([...loads('1.0.0', 400, 0), ...loads('1.1.0', 20, 2)])
      expect(await pass()).toMatchObject({ traffic: 30 })
      expect(await waitsFor()).toMatch(/^events 1\.1\.0 failed in 2 of 20 loads, .* \(p = 0\.015, .*It does not grow/)
      await send([...loads('1.0.0', 100, 4), ...loads('1.1.0', 200, 0)])
      expect(await pass()).toMatchObject({ traffic: 60 })
    })

    it('does not let it grow while pages are slower with its candidate, and takes nothing away for that', async () => {
      const vital = (version: string, grade: string, count: number) => {
        return { composition, part: 'events', version, metric: `lcp.${grade}`, count }
      }
      await canary({ strategy: linear })
      await send([...loads('1.0.0', 700, 0), ...loads('1.1.0', 300, 0)])
      await send([vital('1.0.0', 'good', 390), vital('1.0.0', 'poor', 10), vital('1.1.0', 'good', 140)])
      expect(await waitsFor()).toBeNull()
      await send([vital('1.1.0', 'fair', 20), vital('1.1.0', 'poor', 40)])
      const words =
        /^With events 1\.1\.0 a page showed its main content late \(LCP above 4 s\) in 40 of 200 loads, with 1\.0\.0 in 10 of 400 in the same time \(p = .*\)\./
      expect(await waitsFor()).toMatch(words)
      expect((await shown()).poorer).toEqual([expect.stringMatching(words)])
      expect(await pass()).toMatchObject({ candidate: '1.1.0', traffic: 30, strategy: { step: 0 } })
    })

    it('does not pause it for a single failure, however few visitors have it', async () => {
      await canary({ strategy: linear })
      await send([...loads('1.0.0', 4000, 0), ...loads('1.1.0', 140, 1)])
      expect(await pass()).toMatchObject({ traffic: 60 })
    })

    it('excludes failures of its candidate from before the strategy', async () => {
      await canary()
      await send([...loads('1.0.0', 900, 0), ...loads('1.1.0', 100, 0)])
      now += 3 * 60_000
      await canary({ strategy: linear })
      expect(await pass()).toMatchObject({ traffic: 30 })
      expect(await waitsFor()).toContain('1.1.0 had 0 loads')
      await send([...loads('1.0.0', 210, 0), ...loads('1.1.0', 90, 0)])
      expect(await pass()).toMatchObject({ traffic: 60 })
    })

    it('that started before steps were dated counts for the current step', async () => {
      await canary({ strategy: linear })
      await send([...loads('1.0.0', 700, 0), ...loads('1.1.0', 300, 0)])
      expect(await pass()).toMatchObject({ traffic: 60 })
      const own = and(eq(rollout.environment, desk.env), eq(rollout.part, 'events'))
      const [row] = await desk.registry.db.select().from(rollout).where(own)
      const { began: _began, ...strategy } = (row as { strategy: Strategy }).strategy
      await desk.registry.db.update(rollout).set({ strategy }).where(own)
      expect(await pass()).toMatchObject({ traffic: 60 })
      await send([...loads('1.0.0', 40, 0), ...loads('1.1.0', 90, 0)])
      expect(await pass()).toMatchObject({ traffic: 90 })
    })

    it('is required for every part of its group', async () => {
      await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 0, group: 'both' })
      await canary({ strategy: linear, group: 'both' })
      await send([...loads('1.0.0', 210, 0), ...loads('1.1.0', 90, 0)])
      expect(await pass()).toMatchObject({ traffic: 30 })
      expect(await waitsFor()).toContain('quiz 1.1.0 had 0 loads')
      await send([...loads('1.0.0', 210, 0, 'quiz'), ...loads('1.1.0', 90, 0, 'quiz')])
      expect(await pass()).toMatchObject({ traffic: 60 })
    })

    it('is not shown for one that grows by time alone, or that is paused', async () => {
      await canary({ strategy: { ...linear, needsEvidence: false } })
      expect(await waitsFor()).toBeNull()
      await canary({ strategy: linear })
      await desk.act('events', 'pause')
      expect(await waitsFor()).toBeNull()
    })
  })

  describe('of pages with two candidates', () => {
    const others = { quiz: '1.0.0' }
    const judgeShell = async () => {
      await judgeCandidates(desk.registry.context)
      const { parts } = (await desk.get()) as { parts: Record<string, { traffic: number }> }
      return [parts.shell?.traffic, parts.events?.traffic]
    }
    /** Evidence of an edge about pages of events, when that section throws. */
    const pages = (shell: string, events: string, count: number, failed: number): Counted[] => {
      const id = compositionId({ ...others, shell, events })
      const as = (metric: Counted['metric'], all: Counted[]) =>
        all.map((each) => ({ ...each, composition: id, metric: each.metric === 'edge.loads' ? each.metric : metric }))
      return [
        ...as('edge.failures.elsewhere', loads(shell, count, failed, 'shell')),
        ...as('edge.failures.render', loads(events, count, failed)),
      ]
    }
    beforeEach(async () => {
      await desk.act('shell', 'canary', { version: '1.1.0', traffic: 50 })
      await canary({ traffic: 50 })
    })

    it('rolls back the one that fails with either version of the other, and keeps the other', async () => {
      // A few visitors of the new section reload its broken page repeatedly, and most of them have the new shell.
      await send([...pages('1.0.0', '1.0.0', 100, 0), ...pages('1.1.0', '1.0.0', 60, 0)])
      await send([...pages('1.1.0', '1.1.0', 40, 40), ...pages('1.0.0', '1.1.0', 6, 6)])
      expect(await judgeShell()).toEqual([50, 0])
    })

    it('finds a shell that breaks pages of a section, and keeps the section', async () => {
      await send([...pages('1.0.0', '1.0.0', 60, 0), ...pages('1.1.0', '1.0.0', 6, 6)])
      await send([...pages('1.1.0', '1.1.0', 40, 40), ...pages('1.0.0', '1.1.0', 60, 0)])
      expect(await judgeShell()).toEqual([0, 50])
      // An error of another part does not count as its own failure.
      const { body } = await desk.registry.call('GET', `/releases/environments/${desk.env}/parts/shell/evidence`)
      expect(body.versions).toMatchObject([
        { version: '1.0.0', loads: 120, failures: 0 },
        { version: '1.1.0', loads: 46, failures: 0, counts: { 'edge.failures.elsewhere': 46 } },
      ])
    })

    it('compares a group as one, because its candidates never meet stable versions of the others', async () => {
      for (const part of ['shell', 'events']) await desk.act(part, 'abort')
      for (const part of ['shell', 'events'])
        await desk.act(part, 'canary', { version: '1.1.0', traffic: 50, group: 'both' })
      now += 60_000
      await send([...pages('1.0.0', '1.0.0', 100, 0), ...pages('1.1.0', '1.1.0', 40, 40)])
      expect(await judgeShell()).toEqual([0, 0])
    })
  })

  it('works when the clock goes back, also over several minutes', async () => {
    await canary()
    now -= 2 * 3_600_000
    expect(await judge()).toMatchObject({ traffic: 10 })
    await send([...loads('1.0.0', 100, 0), ...loads('1.1.0', 15, 15)])
    expect(await judge()).toMatchObject({ traffic: 10 })
    now += 60_000
    await send([...loads('1.0.0', 100, 0), ...loads('1.1.0', 15, 15)])
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 0 })
  })

  it('rolls back a whole group when one part of it is worse', async () => {
    await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 10, group: 'both' })
    await canary({ traffic: 10, group: 'both' })
    await send([...loads('1.0.0', 100, 0, 'quiz'), ...loads('1.1.0', 40, 40, 'quiz')])
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 0 })
  })

  it('of one network never rolls back a candidate, over whatever edges, minutes and days it comes', async () => {
    now = Date.parse('2026-05-03T12:00:00Z')
    await canary({ traffic: 1 })
    const forged = (metric: Counted['metric'], networks?: number[]) => ({
      ...{ composition, part: 'events', version: '1.1.0', metric, count: 10, networks },
    })
    for (let minute = 0; minute < 30; minute++) {
      await send([...loads('1.0.0', 2000, 0), ...loads('1.1.0', 20, 0)])
      for (const kind of ['load', 'boundary'] as const)
        await send([forged('browser.loads'), forged(`browser.failures.${kind}`, [1234])])
      await send([forged('browser.failures.load')])
      expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 1 })
      now += minute < 20 ? 60_000 : 86_400_000 / 2
    }
    // Failures of other visitors roll it back, in one minute.
    await send([...loads('1.0.0', 2000, 0), ...loads('1.1.0', 20, 12)])
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 0 })
  })

  it('counts a network again once the candidate is rolled out again', async () => {
    now = Date.parse('2026-05-20T12:00:00Z')
    await canary()
    await send([...loads('1.0.0', 200, 0), ...loads('1.1.0', 40, 40)])
    expect(await judge()).toMatchObject({ traffic: 0 })
    now += 120_000
    await canary()
    await send([...loads('1.0.0', 200, 0), ...loads('1.1.0', 40, 40)])
    expect(await judge()).toMatchObject({ traffic: 0 })
  })

  it('is added up, for existing releases only', async () => {
    await send(loads('1.0.0', 5, 0))
    const answer = await send([...loads('1.0.0', 5, 1), ...loads('1.0.0', 2, 0), ...loads('7.7.7', 9, 9)])
    expect(answer).toMatchObject({ status: 200, body: { taken: 2 } })
    const { body } = await desk.registry.call('GET', `/releases/environments/${desk.env}/parts/events/evidence`)
    expect(body).toMatchObject({ versions: [{ loads: 12, failures: 1 }], verdict: null })
    expect((await send([{ part: 'events' }])).status).toBe(400)
  })

  it('is accepted only from edges of the environment, even with missing headers', async () => {
    await canary()
    const forged = [...loads('1.0.0', 200, 0), ...loads('1.1.0', 180, 180)]
    expect(await send(forged, null)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: expect.stringContaining('--role edge') },
    })
    const roles = [
      { role: 'admin' },
      { role: 'viewer' },
      { role: 'publisher', part: 'events' },
      { role: 'manager', environment: desk.env },
      { role: 'edge', environment: 'production' },
    ] as const
    for (const role of roles)
      expect(await send(forged, await desk.registry.tokenFor(role))).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: expect.stringContaining('may') },
      })
    expect(await judge()).toMatchObject({ candidate: '1.1.0', traffic: 10 })
    expect((await desk.events()).filter(({ refused }) => refused)).toEqual([])
    const own = await desk.registry.tokenFor({ role: 'edge', environment: desk.env })
    expect(await send(loads('1.0.0', 1, 0), own)).toMatchObject({ status: 200 })
  })
})
