import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

const DAY_MS = 86_400_000

describe.each(engines)('faults of browsers, database $name', (engine) => {
  let desk: ReleaseDesk
  let ahead = 0
  let number = 0
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(Date.now() + ahead) })
  })
  beforeEach(async () => {
    ahead = 0
    await desk.begin()
  })
  afterAll(() => desk.remove())

  /** Each report a second after the one before; returns its id. */
  async function report(version: string, message: string, more: object = {}): Promise<string> {
    ahead += 1000
    number += 1
    const id = `f${String(number).padStart(5, '0')}`
    const own = { id, kind: 'boundary', message: `#${id} ${message}`, part: 'events', version }
    const reports = [{ ...own, choices: {}, preview: false, ...more }]
    expect((await desk.report('diagnostics', { reports })).status).toBe(200)
    return id
  }
  const faults = async (query = '') => (await desk.get(`/faults${query}`)).faults as Record<string, unknown>[]

  it('are one for each place in the code, and name the version that had it first', async () => {
    const place = 'src/run.tsx:12 Run'
    await report('1.1.0', 'no runner 17', { place })
    await report('1.0.0', 'no runner 18', { place })
    const last = await report('1.1.0', 'nobody runs', { place })
    await report('1.1.0', 'no runner 17', { place: 'src/other.tsx:3 Other' })
    expect(await faults()).toMatchObject([
      { place: 'src/other.tsx:3 Other', count: 1 },
      {
        ...{ part: 'events', kind: 'boundary', place, message: 'nobody runs', count: 3, lastReport: last },
        ...{ firstVersion: '1.1.0', versions: ['1.0.0', '1.1.0'] },
      },
    ])
  })

  it('without a stack are one for each message, whatever its numbers and its id', async () => {
    await report('1.0.0', 'status 503 after 20 ms')
    await report('1.0.0', 'status 502 after 3100 ms')
    await report('1.0.0', 'the page is empty')
    expect((await faults()).map(({ message, count }) => [message, count])).toEqual([
      ['the page is empty', 1],
      ['status 502 after 3100 ms', 2],
    ])
  })

  it('are those of a part, of visitors, and of the last 30 days', async () => {
    await report('1.0.0', 'broken')
    await report('1.0.0', 'broken', { part: 'quiz' })
    await report('2.0.0', 'broken in a preview', { preview: true })
    expect((await faults('?part=quiz')).map(({ part }) => part)).toEqual(['quiz'])
    expect((await faults()).map(({ part }) => part)).toEqual(['quiz', 'events'])
    ahead += 31 * DAY_MS
    expect(await faults()).toEqual([])
  })
})
