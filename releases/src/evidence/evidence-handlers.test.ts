import { compositionId } from '@marram/release-contract/resolve'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('the explanation of a page, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const send = (path: 'evidence' | 'diagnostics', json: object, token?: string | null) => desk.report(path, json, token)
  const why = (id: string) => desk.registry.call('GET', `/releases/why/${id}`)
  const choices = {
    events: { version: '1.1.0', rule: 'bucket', bucket: 3.14 },
    shell: { version: '1.0.0', rule: 'only' },
  }

  it('is shown for its report: versions, bucket, rule, unusable releases, and the failure', async () => {
    const versions = { shell: '1.0.0', events: '1.0.0', quiz: '1.0.0' }
    const composition = compositionId(versions)
    const report = {
      id: `r${desk.env.replace(/\W/g, '')}`,
      kind: 'boundary',
      message: '#x broken',
      part: 'events',
      composition,
    }
    const opened = [{ id: composition, versions, parts: { events: { wanted: '1.1.0', reason: 'digest of x.js' } } }]
    expect(
      await send('diagnostics', { opened, reports: [{ ...report, choices, preview: true, previewOf: 'quiz 2.0.0' }] }),
    ).toMatchObject({
      status: 200,
    })
    await send('evidence', {
      counts: [{ composition, part: 'events', version: '1.0.0', metric: 'browser.loads', count: 7 }],
    })
    expect((await why(report.id)).body).toMatchObject({
      composition,
      versions,
      environments: expect.arrayContaining([expect.objectContaining({ environment: desk.env })]),
      report: { kind: 'boundary', choices, preview: true, previewOf: 'quiz 2.0.0', environment: desk.env },
      notUsed: [{ environment: desk.env, part: 'events', wanted: '1.1.0', reason: 'digest of x.js' }],
      digests: expect.arrayContaining([
        { environment: desk.env, part: 'shell', version: '1.0.0', right: true },
        { environment: desk.env, part: 'events', version: '1.1.0', right: false },
      ]),
      outcomes: expect.arrayContaining([
        { environment: desk.env, part: 'events', version: '1.0.0', metric: 'browser.loads', count: 7 },
      ]),
    })
  })

  it('covers compositions that an edge combined by itself', async () => {
    const versions = { shell: '1.0.0', events: '1.2.0' }
    const id = compositionId(versions)
    await send('diagnostics', { opened: [{ id, versions, parts: {} }] })
    expect((await why(id)).body).toMatchObject({ composition: id, versions, report: null, notUsed: [] })
  })

  it('accepts the twelve digits that people see, whatever an edge claims about them', async () => {
    const id = (await desk.get()).composition as string
    const short = id.slice(0, 12)
    await send('diagnostics', { opened: [{ id: short, versions: { shell: '9.9.9' }, parts: {} }] })
    const { versions } = (await desk.registry.call('GET', `/releases/compositions/${id}`)).body
    for (const asked of [short, id]) expect((await why(asked)).body).toMatchObject({ composition: id, versions })
  })

  it('accepts the first digits of a composition when they are unambiguous', async () => {
    const id = (await desk.get()).composition as string
    const [first, ...rest] = id
    const other = `${first}${rest.slice(0, 3).join('')}${id[4] === '0' ? '11111111' : '00000000'}`
    expect((await why(id.slice(0, 8))).body).toMatchObject({ composition: id, versions: { shell: '1.0.0' } })
    const shown = (begins: string) => desk.registry.call('GET', `/releases/compositions/${begins}`)
    expect((await shown(id.slice(0, 8))).body).toMatchObject({ id, versions: { shell: '1.0.0' } })
    expect((await shown(id)).body).toMatchObject({ id })
    await send('diagnostics', { opened: [{ id: other, versions: { shell: '1.1.0' }, parts: {} }] })
    for (const answer of [await why(id.slice(0, 4)), await shown(id.slice(0, 4))])
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('of several ids') } })
    // A report may be named like the beginning of a composition, and is what a visitor reads.
    const report = { id: id.slice(0, 6), kind: 'load', message: 'broken', choices: {}, preview: false }
    await send('diagnostics', { opened: [], reports: [report] })
    expect((await why(report.id)).body).toMatchObject({ report: { message: 'broken' }, composition: null })
    expect(await why('0000')).toMatchObject({ status: 404 })
  })

  it('shows a report whose composition is unknown', async () => {
    const id = `u${desk.env.replace(/\W/g, '')}`
    const report = { id, kind: 'load', message: 'broken', composition: 'ffffffffffff', choices: {}, preview: false }
    expect((await send('diagnostics', { opened: [], reports: [report] })).status).toBe(200)
    expect(await why(id)).toMatchObject({
      status: 200,
      body: { composition: null, versions: {}, environments: [], report: { message: 'broken' } },
    })
  })

  it('is missing for unknown ids, and accepts reports only from edges', async () => {
    expect(await why('zzzzzz')).toMatchObject({ status: 404 })
    expect(await why('ffffffffffff')).toMatchObject({ status: 404 })
    expect(await send('diagnostics', { opened: [] }, null)).toMatchObject({ status: 401 })
    expect(await send('diagnostics', { opened: [] }, desk.registry.token)).toMatchObject({ status: 403 })
    expect(await send('diagnostics', { reports: [{ id: 'x' }] })).toMatchObject({ status: 400 })
  })
})
