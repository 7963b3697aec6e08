import { once } from 'node:events'
import type { GateReport } from '@marram/release-contract/calls/releases'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../testing/command'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { failed, passed, warned } from './check'
import type { Pair, Trial } from './trial'

const nameOf = ({ section, shell }: Pair) =>
  `${section?.manifest.name} ${section?.manifest.version} beside ${shell.manifest.version}`

describe.each(engines)('the pairs of sections and shells, database $name', (engine) => {
  const tried: string[] = []
  const trial: Trial = async (pair) => {
    tried.push(nameOf(pair))
    return nameOf(pair) === 'events 1.1.0 beside 1.1.0'
      ? failed('server', 'It cannot render /events.')
      : passed('server', 'It runs.')
  }
  const browserTrial: Trial = async (pair) =>
    nameOf(pair) === 'quiz 1.1.0 beside 1.1.0' ? warned('browser', 'It is slow.') : passed('browser', 'It opens.')
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine, { trial, browserTrial })
    await desk.registry.publish(fakeSection('events', '1.3.0', { uses: { react: ['use', 'cache'] } }))
    await desk.registry.publish(fakeSection('events', '1.4.0'))
    await desk.begin()
    for (const version of ['1.1.0', '1.2.0']) await desk.act('events', 'promote', { version })
    await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 10 })
  })
  afterAll(() => desk.remove())

  const report = async (part: string, version: string) =>
    (await desk.get(`/parts/${part}/versions/${version}/gate`)) as GateReport
  const shown = ({ pairs }: GateReport) =>
    pairs.map(({ section, version, shell, why, server, browser, message }) =>
      [section, version, 'beside', shell, why, server, browser, message].join(' '),
    )

  it('are those of a new shell with what is live of each section, and what rollbacks would bring back', async () => {
    await expect
      .poll(async () => shown(await report('shell', '1.1.0')))
      .toEqual([
        'events 1.2.0 beside 1.1.0 live passed passed ',
        'quiz 1.0.0 beside 1.1.0 live passed passed ',
        'quiz 1.1.0 beside 1.1.0 candidate passed warned It is slow.',
        'events 1.1.0 beside 1.1.0 would come back failed  It cannot render /events.',
        'events 1.0.0 beside 1.1.0 would come back passed passed ',
      ])
  })

  it('warn of a rollback that would be refused, and do not stop the shell', async () => {
    const { passed, checks } = await report('shell', '1.1.0')
    expect(checks).toContainEqual({
      ...warned('server', 'A rollback of events to 1.1.0 would be refused: It cannot render /events.'),
      beside: 'events@1.1.0',
    })
    expect(passed).toBe(true)
    expect((await desk.act('shell', 'promote', { version: '1.1.0' })).status).toBe(200)
    expect((await desk.act('shell', 'rollback')).status).toBe(200)
  })

  it('are in the table of the command, and in its JSON', async () => {
    const variables = { MARRAM_RELEASES_URL: desk.registry.url, MARRAM_TOKEN: desk.registry.token }
    const asked = ['gate', 'shell', '1.1.0', '--env', desk.env]
    const { stdout } = await command(asked, variables)
    expect(stdout).toMatch(/^SECTION +VERSION +SHELL +WHY +ON THE SERVER +IN A BROWSER +WRONG$/m)
    expect(stdout).toMatch(/^events +1\.1\.0 +1\.1\.0 +would come back +failed +- +It cannot render \/events\.$/m)
    expect(stdout).toMatch(/^quiz +1\.0\.0 +1\.1\.0 +live +passed +passed +-$/m)
    expect(JSON.parse((await command([...asked, '--json'], variables)).stdout).pairs).toContainEqual({
      ...{ section: 'events', version: '1.1.0', shell: '1.1.0', why: 'would come back' },
      ...{ server: 'failed', browser: null, message: 'It cannot render /events.' },
    })
  })

  it('are those of a new section with the live shell and the one in a rollout', async () => {
    await desk.act('shell', 'canary', { version: '1.1.0', traffic: 10 })
    expect(shown(await report('events', '1.4.0'))).toEqual([
      'events 1.4.0 beside 1.0.0 live passed passed ',
      'events 1.4.0 beside 1.1.0 candidate passed passed ',
    ])
    await desk.act('shell', 'abort')
  })

  it('are tried as soon as a shell is published, with at most two earlier versions of a section', async () => {
    for (const version of ['1.3.0', '1.4.0']) await desk.act('events', 'promote', { version })
    await desk.registry.publish(fakeShell('1.5.0', { exports: { react: ['use'] } }))
    await expect.poll(() => tried).toContain('events 1.2.0 beside 1.5.0')
    expect(tried).toContain('events 1.3.0 beside 1.5.0')
    expect(tried).not.toContain('events 1.1.0 beside 1.5.0')
  })

  it('name what an earlier version uses and a new shell does not export', async () => {
    const words =
      'events 1.3.0 uses cache of react, which shell 1.5.0 does not export. Promote a shell that does, or first a version of events that does without.'
    const found = await report('shell', '1.5.0')
    expect(found.pairs).toContainEqual(
      expect.objectContaining({ version: '1.3.0', why: 'would come back', message: words }),
    )
    expect(found.checks).toContainEqual({
      ...warned('shared', `A rollback of events to 1.3.0 would be refused: ${words}`),
      beside: 'events@1.3.0',
    })
    expect(found.passed).toBe(true)
    expect((await desk.act('shell', 'promote', { version: '1.5.0' })).status).toBe(200)
    const back = await desk.act('events', 'rollback')
    expect(back).toMatchObject({ status: 422, body: { problems: [{ kind: 'shared', message: words }] } })
  })
})

describe.each(engines.slice(0, 1))('pairs with earlier versions', (engine) => {
  const tried: string[] = []
  const stop = new AbortController()
  /** Those of shell 2.0.0 with earlier versions do not end. */
  const trial: Trial = async (pair) => {
    tried.push(nameOf(pair))
    if (/events 1\.[01]\.0 beside 2/.test(nameOf(pair)) && !stop.signal.aborted) await once(stop.signal, 'abort')
    return passed('server', 'It runs.')
  }
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine, { trial })
    await desk.begin()
    for (const version of ['1.1.0', '1.2.0']) await desk.act('events', 'promote', { version })
  })
  afterAll(() => desk.remove())

  it('are tried one after the other, and neither a promotion nor the result of the gate waits for them', async () => {
    await desk.registry.publish(fakeShell('2.0.0'))
    await expect.poll(() => tried).toContain('events 1.1.0 beside 2.0.0')
    const { pairs } = (await desk.get('/parts/shell/versions/2.0.0/gate')) as GateReport
    expect(pairs.map(({ version, server }) => `${version} ${server}`)).toEqual([
      '1.2.0 passed',
      '1.0.0 passed',
      '1.1.0 null',
      '1.0.0 null',
    ])
    expect(tried).not.toContain('events 1.0.0 beside 2.0.0')
    expect((await desk.act('shell', 'promote', { version: '2.0.0' })).status).toBe(200)
    stop.abort()
    await expect.poll(() => tried).toContain('events 1.0.0 beside 2.0.0')
  })
})
