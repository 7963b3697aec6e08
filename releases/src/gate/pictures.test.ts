import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pictures } from '@marram/release-contract/calls/releases'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pagePictures, release as releases } from '../schema'
import { command } from '../testing/command'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry } from '../testing/registry'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { failed, passed } from './check'
import { LATE, type TakePictures } from './picture-trial'
import type { Trial } from './trial'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const until = () => {
  let go = () => {}
  const promise = new Promise<void>((resolve) => {
    go = resolve
  })
  return { promise, go }
}

describe.each(engines.slice(0, 1))('pictures of a candidate', (engine) => {
  let desk: ReleaseDesk
  let taken: string[] = []
  let knownPaths: string[] = []
  let ended = 0
  let wait = Promise.resolve()
  let message: string | null = null
  let alone = false
  /** Instead of the usual one. */
  let takesOther: TakePictures | undefined
  const takePictures: TakePictures = (...given) => (takesOther ?? takesTwo)(...given)
  /** Of a page that differs at one width, and one that does not. */
  const takesTwo: TakePictures = async ({ release, live, beside }, { keep, known, stopping }) => {
    const [version, before, other] = [release, live, beside].map(
      ({ manifest }) => `${manifest.name} ${manifest.version}`,
    )
    taken.push(`${version}, ${before}, ${other}`)
    knownPaths = known.filter(({ message }) => message === null).map(({ path }) => path)
    const onEnd = () => {
      ended += 1
    }
    stopping.addEventListener('abort', onEnd)
    await Promise.race([wait, new Promise((resolve) => stopping.addEventListener('abort', resolve))])
    stopping.throwIfAborted()
    const none = { height: 1000, cut: false, different: 0, boxes: [], candidate: null, live: null }
    const pictures = {
      candidate: await keep(base64(`${version} ${before} ${other}`)),
      live: alone ? null : await keep(base64(`${before}`)),
    }
    const marked = { ...none, different: 4680, boxes: [{ x: 20, y: 40, width: 60, height: 20 }], ...pictures }
    return {
      pages: [
        {
          path: '/events',
          message,
          views: [
            { width: 390, ...marked },
            { width: 1440, ...none },
          ],
        },
        { path: '/events/x', message: null, views: [390, 1440].map((width) => ({ width, ...none })) },
      ],
      message: null,
    }
  }
  let onServer: Trial = async () => passed('server', 'It runs.')
  beforeAll(async () => {
    desk = await releaseDesk(engine, { trial: (...asked) => onServer(...asked), takePictures })
  })
  beforeEach(async () => {
    await desk.begin()
    taken = []
    ended = 0
    wait = Promise.resolve()
    message = null
    alone = false
    takesOther = undefined
    onServer = async () => passed('server', 'It runs.')
  })
  afterAll(() => desk.remove())

  const gate = async (version: string, part = 'events') =>
    (await desk.get(`/parts/${part}/versions/${version}/gate`)) as { passed: boolean; pictures: Pictures }
  const pictures = async (version: string, part = 'events') => (await gate(version, part)).pictures
  const whole = async (version: string, part = 'events') => {
    await expect.poll(async () => (await pictures(version, part)).pending, { timeout: 10_000 }).toBe(false)
    return pictures(version, part)
  }
  const stored = async (version: string) => {
    const [row] = await desk.registry.db.select().from(releases).where(eq(releases.version, version))
    const folder = join(desk.files, row?.id ?? '', 'pictures')
    return { row, names: () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) }
  }
  const publish = (version: string) => desk.registry.publish(fakeSection('events', version))

  it('are taken once when it is published, beside live and the shell', async () => {
    await publish('2.0.0')
    await expect.poll(() => taken).toContain('events 2.0.0, events 1.0.0, shell 1.0.0')
    const { pages, live } = await whole('2.0.0')
    expect(live).toBe('1.0.0')
    expect(pages).toMatchObject([
      { path: '/events', views: [{ different: 4680, boxes: [{ x: 20, y: 40 }] }, { different: 0 }] },
      { path: '/events/x', message: null },
    ])
    expect(taken).toHaveLength(1)
    const path = '/releases/parts/events/versions/2.0.0/pictures'
    expect((await desk.registry.call('GET', `${path}/${'0'.repeat(64)}`)).status).toBe(404)
    expect((await desk.registry.call('GET', `${path}/..%2f..%2fx`)).status).toBe(400)
  })

  it('of a shell are beside every section', async () => {
    await desk.registry.publish(fakeShell('2.0.0'))
    const { pages } = await whole('2.0.0', 'shell')
    expect(pages).toHaveLength(4)
    expect(taken.sort()).toEqual(['shell 2.0.0, shell 1.0.0, events 1.0.0', 'shell 2.0.0, shell 1.0.0, quiz 1.0.0'])
  })

  it('of a part that is not live are of the candidate alone, and there are none of what is live', async () => {
    await desk.registry.publish(fakeSection('tides', '1.0.0'))
    expect(await whole('1.0.0', 'tides')).toMatchObject({ live: null, pages: [{}, {}] })
    expect(taken).toEqual(['tides 1.0.0, tides 1.0.0, shell 1.0.0'])
    expect(await pictures('1.0.0')).toEqual({ live: null, pending: false, message: 'It is what is live.', pages: [] })
  })

  it('are not taken of what the server cannot render, which is said', async () => {
    onServer = async ({ section }) =>
      section?.manifest.version === '2.2.0' ? failed('server', 'It throws.') : passed('server', 'It runs.')
    await publish('2.2.0')
    const words = 'No pictures: what fails on the server is not opened in a browser.'
    expect(await pictures('2.2.0')).toMatchObject({ pending: false, message: words, pages: [] })
    expect(taken).toEqual([])
  })

  it('that lack something are taken again ten minutes later, and not before', async () => {
    message = 'it could not be pictured'
    await publish('2.3.0')
    expect(await whole('2.3.0')).toMatchObject({ pages: [{ message }, {}] })
    await gate('2.3.0')
    expect(taken).toHaveLength(1)
    await makeOld()
    message = null
    await gate('2.3.0')
    await expect.poll(async () => (await pictures('2.3.0')).pages[0]?.message).toBe(null)
    expect(taken).toHaveLength(2)
    expect(knownPaths).toEqual(['/events/x'])
  })

  const makeOld = () => desk.registry.db.update(pagePictures).set({ takenAt: new Date(Date.now() - 601_000) })
  const noPicture = (path: string, message: string) => ({ path, message, views: [] })

  it('stay when those that lack something cannot be taken again, and what is in no row is deleted', async () => {
    message = 'it could not be pictured'
    await publish('2.7.0')
    const { pages } = await whole('2.7.0')
    await makeOld()
    takesOther = async (_, { keep }) => {
      await keep(base64('in no row'))
      throw new Error('Chromium does not start')
    }
    await gate('2.7.0')
    await expect.poll(() => pictures('2.7.0')).toMatchObject({ pages, message: 'Not taken: Chromium does not start.' })
    const { names } = await stored('2.7.0')
    expect(names().sort()).toEqual(['events 1.0.0', 'events 2.7.0 events 1.0.0 shell 1.0.0'])
  })

  it('are ended by any trial, kept as far as they were taken, and go on with the rest', async () => {
    const known: string[][] = []
    takesOther = async ({ release }, about) => {
      if (release.manifest.version !== '2.8.0') return { pages: [], message: null }
      known.push(about.known.map(({ path }) => path))
      if (known.length > 1) return { pages: [...about.known, noPicture('/events/x', 'it fails')], message: null }
      const candidate = await about.keep(base64('the first'))
      await about.keep(base64('of a page that was not finished'))
      await new Promise((resolve) => about.stopping.addEventListener('abort', resolve))
      const view = { height: 900, cut: false, different: 0, boxes: [], candidate, live: null }
      const first = { path: '/events', message: null, views: [{ width: 390, ...view }] }
      return { pages: [first, noPicture('/events/x', LATE)], message: null }
    }
    await publish('2.8.0')
    await expect.poll(() => known).toHaveLength(1)
    const trial = until()
    onServer = async () => {
      await trial.promise
      return passed('server', 'It runs.')
    }
    // No change waits for it.
    await publish('2.8.1')
    const { names } = await stored('2.8.0')
    await expect.poll(names).toEqual(['the first'])
    trial.go()
    await expect.poll(() => known[1]).toEqual(['/events'])
    await expect.poll(() => pictures('2.8.0')).toMatchObject({ pending: false, pages: [{}, { message: 'it fails' }] })
  })

  it('that fail wait behind late ones, and after three runs that get no further none begins', async () => {
    const runs: { again: boolean; known: string[] }[] = []
    let pages = [noPicture('/events', 'it fails'), noPicture('/events/x', LATE), noPicture('/events/y', LATE)]
    takesOther = async (_, { again, known }) => {
      runs.push({ again, known: known.map(({ path }) => path) })
      return { pages, message: null }
    }
    await publish('2.9.0')
    await expect.poll(async () => (await pictures('2.9.0')).pages).toHaveLength(3)
    const next = async (isAwaited: number) => {
      await gate('2.9.0')
      await expect.poll(() => runs.length).toBe(isAwaited)
      await expect.poll(async () => (await readAttempts())?.takenAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
      return readAttempts()
    }
    const { row } = await stored('2.9.0')
    const readAttempts = async () => {
      const isOfIt = eq(pagePictures.release, row?.id ?? '')
      return (await desk.registry.db.select().from(pagePictures).where(isOfIt))[0]
    }
    await expect.poll(() => runs.length).toBe(2)
    expect(runs[1]).toEqual({ again: false, known: ['/events'] })
    await expect.poll(async () => (await readAttempts())?.attempts).toBe(2)
    // It got no further, so the third one begins later.
    expect(await pictures('2.9.0')).toMatchObject({ pending: false })
    pages = [noPicture('/events', 'it fails'), noPicture('/events/x', 'it fails'), noPicture('/events/y', LATE)]
    await makeOld()
    expect(await next(3)).toMatchObject({ attempts: 1 })
    for (const n of [4, 5]) {
      await makeOld()
      await next(n)
      await expect.poll(async () => (await readAttempts())?.attempts).toBe(n - 2)
    }
    expect(runs.at(-1)?.again).toBe(true)
    await makeOld()
    expect(await pictures('2.9.0')).toMatchObject({ pending: false })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(runs).toHaveLength(5)
  })

  it('are shown by the command and saved to a folder, with the differences marked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marram-saved-'))
    await publish('2.5.0')
    const variables = { MARRAM_RELEASES_URL: desk.registry.url, MARRAM_TOKEN: desk.registry.token }
    const args = ['gate', 'events', '2.5.0', '--env', desk.env, '--pictures', folder]
    const { code, stdout } = await command(args, variables)
    expect(code).toBe(0)
    expect(stdout).toMatch(/\nPAGE, BESIDE 1\.0\.0 +LOOK\n\/events +1\.2 % differ at 390, no difference at 1440\n/)
    expect(stdout).toContain(`\nWithout a difference: /events/x\n\nSaved 3 files to ${folder}.\n`)
    const names = ['1-events-390-candidate.webp', '1-events-390-live.webp', '1-events-390-marked.svg']
    expect(readdirSync(folder).sort()).toEqual(names)
    expect(readFileSync(join(folder, '1-events-390-live.webp'), 'utf8')).toBe('events 1.0.0')
    expect(readFileSync(join(folder, '1-events-390-marked.svg'), 'utf8')).toContain(
      '<image href="1-events-390-candidate.webp"/><rect x="20" y="40" width="60" height="20"',
    )
    const json = JSON.parse((await command([...args, '--json'], variables)).stdout)
    expect(json).toMatchObject({ pictures: { pages: [{ path: '/events' }, {}] }, saved: names })
    rmSync(folder, { recursive: true })
  })

  it('are kept of the last eight comparisons alone, and deleted with the release', async () => {
    await publish('2.4.0')
    await whole('2.4.0')
    for (let minor = 0; minor < 9; minor += 1) {
      const shell = fakeShell(`3.${minor}.0`)
      await desk.registry.publish(shell)
      expect((await desk.act('shell', 'promote', { version: shell.version })).status).toBe(200)
      await whole('2.4.0')
    }
    const { row, names } = await stored('2.4.0')
    // One of live, which all share.
    expect(names().sort()).toEqual([
      'events 1.0.0',
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((minor) => `events 2.4.0 events 1.0.0 shell 3.${minor}.0`),
    ])
    const ofRelease = () =>
      desk.registry.db
        .select()
        .from(pagePictures)
        .where(eq(pagePictures.release, row?.id ?? ''))
    expect(await ofRelease()).toHaveLength(8)
    const long = new Date(Date.now() - 100 * 86_400_000)
    await desk.registry.db
      .update(releases)
      .set({ completedAt: long, lastNamedAt: long })
      .where(eq(releases.version, '2.4.0'))
    const removed = { days: 30, releases: [{ part: 'events', version: '2.4.0' }] }
    expect((await desk.registry.call('POST', '/releases/clean-up', { json: removed })).body).toMatchObject({
      deleted: 1,
    })
    expect(names).toThrow('ENOENT')
    expect(await ofRelease()).toEqual([])
  })

  it('delay no verdict, give way to a trial that a change waits for, and begin again afterwards', async () => {
    const { promise, go } = until()
    wait = promise
    await publish('2.1.0')
    await expect.poll(() => taken.length).toBeGreaterThan(0)
    expect(await gate('2.1.0')).toMatchObject({ passed: true, pictures: { pending: true, pages: [] } })
    expect(ended).toBe(0)
    const trial = until()
    let isTried = false
    onServer = async ({ section }) => {
      if (section?.manifest.version === '2.1.1') {
        isTried = true
        await trial.promise
      }
      return passed('server', 'It runs.')
    }
    await publish('2.1.1')
    const promoted = desk.act('events', 'promote', { version: '2.1.1' })
    await expect.poll(() => isTried).toBe(true)
    await expect.poll(() => ended).toBe(1)
    const before = taken.length
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(taken).toHaveLength(before)
    trial.go()
    expect((await promoted).status).toBe(200)
    go()
    await expect.poll(() => taken.filter((each) => each === taken[0]).length).toBe(2)
  })

  it('are for whoever may read its files: no token of another part, until it was live', async () => {
    await publish('2.6.0')
    const digest = (await whole('2.6.0')).pages[0]?.views[0]?.candidate
    const path = `/releases/parts/events/versions/2.6.0/pictures/${digest}`
    const own = await desk.registry.tokenFor({ role: 'viewer', part: 'events' })
    const other = await desk.registry.tokenFor({ role: 'viewer', part: 'quiz' })
    const statusFor = async (token: string | null) => (await desk.registry.call('GET', path, { token })).status
    for (const token of [desk.registry.token, own]) {
      const { body } = await desk.registry.call('GET', path, { token })
      expect(Buffer.from(String(body.webp), 'base64').toString()).toBe('events 2.6.0 events 1.0.0 shell 1.0.0')
    }
    expect([await statusFor(other), await statusFor(null)]).toEqual([404, 401])
    const reportFor = async (part: string, version: string) => {
      const path = `/releases/environments/${desk.env}/parts/${part}/versions/${version}/gate`
      return (await desk.registry.call('GET', path, { token: other })).body.pictures as Pictures
    }
    const { pages, message } = await reportFor('events', '2.6.0')
    expect(pages[0]?.views[0]).toMatchObject({ different: 4680, candidate: null, live: null })
    expect(message).toBe('A token of another part shows no picture of a version that was never live.')
    expect((await desk.act('events', 'promote', { version: '2.6.0' })).status).toBe(200)
    expect(await statusFor(other)).toBe(200)
    alone = true
    await desk.registry.publish(fakeSection('tides', '3.0.0'))
    await whole('3.0.0', 'tides')
    const [page] = (await reportFor('tides', '3.0.0')).pages
    expect(page).toEqual({ path: '/events', message: 'there is no live page to compare it with', views: [] })
  })

  it('are not taken without a browser, which is said', async () => {
    const { registry, remove } = await freshRegistry(engine)
    for (const release of [fakeShell('1.0.0'), fakeSection('events', '1.0.0')]) {
      await registry.publish(release)
      await registry.promote(release)
    }
    await registry.publish(fakeSection('events', '1.1.0'))
    const path = '/releases/environments/production/parts/events/versions/1.1.0/gate'
    const message = expect.stringMatching(/^No pictures: the registry has no browser\. Install Chromium/)
    expect((await registry.call('GET', path)).body.pictures).toEqual({
      live: '1.0.0',
      pending: false,
      message,
      pages: [],
    })
    await remove()
  })
})
