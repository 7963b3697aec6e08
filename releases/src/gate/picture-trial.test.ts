import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { PicturedPage } from '@marram/release-contract/calls/releases'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { openFolder } from '@marram/server/stored-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileKey } from '../storage'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { findBrowser } from './browser-trial'
import { pictureTrial } from './picture-trial'
import { takePictures } from './take-pictures.mjs'
import { withOneResponseEach } from './trial-api'

/** Its footer differs at each moment; what a section shows is its own. */
const shellOf = (version: string, footer = '') =>
  fakeShell(version, {
    entry: ['static/js/shell.js'],
    built: {
      'static/js/shell.js': `
const { sections } = JSON.parse(document.getElementById('marram-composition').textContent)
const footer = '${footer}' + new Date().toISOString() + Date.now()
document.getElementById('root').innerHTML = '<header>Home</header><main><h1>-</h1></main><footer>' + footer + '</footer>'
const onload = () => document.documentElement.dataset.ready = 'fresh'
document.querySelector('main').append(Object.assign(document.createElement('script'), { src: sections.events.releases[0].entry, onload }))`,
    },
  })
/** Its heading stands at 300 pixels; below the first window are a picture that arrives late and a thing that moves. */
const scriptOf = (heading: string, more = '') => `
const main = document.querySelector('main')
const at = (path, is, other) => (location.pathname === path ? is : other)
main.querySelector('h1').textContent = '/events ${heading}'
main.querySelector('h1').style.cssText = 'position: absolute; left: 40px; top: 300px; margin: 0; font: 40px/50px monospace'
main.style.cssText = 'display: block; height: 3000px'
const image = Object.assign(new Image(200, 100), { loading: 'lazy', src: '/media/late.svg' })
image.style.cssText = 'position: absolute; top: 2500px; left: 0'
main.append(image)
const moving = document.createElement('div')
moving.style.cssText = 'position: absolute; top: 1000px; width: 50px; height: 50px; background: green'
moving.animate([{ left: '0px' }, { left: '300px' }], { duration: 700, iterations: Infinity })
main.append(moving)
${more}`
const page = { files: ['static/js/@page~1.js'], needs: [] }
const section = (version: string, script: string, paths = ['/events']) =>
  fakeSection('events', version, {
    pages: [
      ...paths.map((pattern) => ({ pattern, ...page })),
      { pattern: '/events/own', ...page, requiresLogin: true as const },
    ],
    built: { 'static/js/remoteEntry.js': script },
  })

const browser = process.env.MARRAM_CHROMIUM || findBrowser()
if (!browser) console.log('Not tried: pictures of pages, as no Chromium is installed')

it('an address of the API has one answer, and a failure is asked for again', async () => {
  const statuses = [503, 429, 200, 200]
  const callApi = async () => ({ status: statuses.shift() ?? 500, headers: {}, body: Buffer.from('{}') })
  const api = withOneResponseEach({ callApi, waiting: 0, failures: 0 })
  const ask = async () => (await api.callApi('http://api.invalid/api/x', {}, AbortSignal.timeout(1000))).status
  expect([await ask(), await ask(), await ask(), await ask(), statuses.length]).toEqual([503, 429, 200, 200, 1])
})

it('pictures are compared in a new page once a comparison does not end, and messages have a bound', async () => {
  const view = { height: 1, different: 0, boxes: [], candidate: 'x', live: null }
  const comparisons = [() => new Promise(() => {}), async () => view, () => Promise.reject(new Error('x'.repeat(5000)))]
  let closed = 0
  let tables = 0
  const newContext = async () => {
    // Each page has its own.
    const evaluate = comparisons[tables++]
    const close = async () => {
      closed += 1
    }
    const context = { close, newPage: async () => ({ context: () => context, evaluate: () => evaluate?.() }) }
    return context
  }
  const page = { evaluate: async () => 100, screenshot: async () => Buffer.from('') }
  const inTime = <Result>(work: Promise<Result>) =>
    Promise.race([work, wait(100).then(() => Promise.reject(new Error('it does not respond')))])
  const taken: PicturedPage[] = []
  const tools = {
    inTime,
    contextOf: async () => ({}),
    settle: async () => {},
    visit: async (_context: unknown, _path: string, _ms: number, work: (given: typeof page) => Promise<void>) => {
      await work(page)
      return { faults: [], hasData: true }
    },
    send: (message: { taken: PicturedPage }) => taken.push(message.taken),
  }
  const paths = ['/spins', '/good'].map((path) => ({ path, isLive: false }))
  const order = { browser: '', now: 0, pageMs: 100, allMs: 60_000 }
  await takePictures({ ...order, pictures: paths }, { newContext } as never, tools as never)
  expect(taken).toMatchObject([
    { path: '/spins', message: 'it does not respond' },
    { path: '/good', message: null, views: [{}, {}] },
  ])
  expect({ closed, tables }).toEqual({ closed: 1, tables: 2 })
  tables = 2
  await takePictures({ ...order, pictures: paths.slice(0, 1) }, { newContext } as never, tools as never)
  expect(taken.at(-1)?.message).toBe('x'.repeat(500))
})

describe.runIf(browser)('pictures of pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-pictures-'))
  const files = openFolder(join(folder, 'files'))
  const asked: string[] = []
  let sent = 0
  const api = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/media/endless.svg') {
      async function* pieces() {
        for (sent = 0; sent < 64; sent += 1) yield Buffer.alloc(1024 * 1024)
      }
      return Readable.from(pieces()).pipe(response)
    }
    const isPicture = request.url === '/media/late.svg'
    const body = isPicture
      ? '<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" fill="red"/></svg>'
      : '{}'
    const type = isPicture ? 'image/svg+xml' : 'application/json'
    return setTimeout(
      () => response.setHeader('content-type', type).setHeader('content-length', body.length).end(body),
      400,
    )
  })
  beforeAll(() => new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    api.close()
    rmSync(folder, { recursive: true })
  })

  let number = 0
  async function stored(release: FakeRelease) {
    const manifest = JSON.parse(release.bytes.toString()) as ReleaseManifest
    const id = `${release.name}-${++number}`
    for (const [path, { integrity }] of Object.entries(manifest.files))
      await files.put(fileKey(id, integrity), release.files[path] as string)
    return { id, manifest, integrity: id }
  }
  type Given = { release: FakeRelease; live?: FakeRelease; beside?: FakeRelease; allMs?: number } & {
    known?: PicturedPage[]
    ending?: AbortController
    chromium?: string
  }
  async function pictures({ release, live, beside = shellOf('1.0.0'), allMs = 60_000, ...given }: Given) {
    const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    const own = await stored(release)
    const comparison = { release: own, live: live ? await stored(live) : own, beside: await stored(beside) }
    const kept: string[] = []
    const { known = [], ending = new AbortController(), chromium = browser as string } = given
    const keep = async (webp: string) => {
      given.ending?.abort()
      return `${kept.push(webp) - 1}`
    }
    const settings = { files, folder: join(folder, 'trials'), apiUrl, browser: chromium, allMs }
    const about = { keep, known, again: true, stopping: ending.signal }
    return { kept, ...(await pictureTrial(settings)(comparison, about)) }
  }
  const live = section('1.0.0', scriptOf('Races'))
  const same = { different: 0, boxes: [], candidate: null, live: null }

  it('of an unchanged candidate differ in no pixel, whatever moves, loads late or shows the time', async () => {
    const { pages, kept, message } = await pictures({ release: section('1.1.0', scriptOf('Races')), live })
    const views = [390, 1440].map((width) => ({ width, cut: false, ...same }))
    expect(pages).toMatchObject([{ path: '/events', message: null, views }])
    expect(pages[0]?.views[0]?.height).toBeGreaterThan(3000)
    expect(kept).toEqual([])
    expect(message).toBe('Not pictured: 1 behind a login.')
    expect(asked).toContain('/media/late.svg')
  })

  describe('of a changed candidate', () => {
    let found: Awaited<ReturnType<typeof pictures>>
    const viewsOf = (path: string) => {
      const { views = [], message } = found.pages.find((each) => each.path === path) ?? {}
      expect({ message, widths: views.map(({ width }) => width) }).toEqual({ message: null, widths: [390, 1440] })
      return views
    }
    beforeAll(async () => {
      const without = `
        if (location.pathname === '/events/first') document.querySelector('footer').remove()`
      // A block of 1400 pixels above what both have, or below it.
      const block = (colour: string, of: string) => `
        if (location.pathname === '/events/swapped') {
          main.innerHTML = [...Array(20)].map((_, n) => '<p style="margin: 0; height: 20px; background: hsl(' + n * 18 + ' 50% 50%)">').join('')
          main.style.cssText = 'display: block; border: 0 solid ${colour}; ${of}: 1400px'
        }`
      const before = scriptOf(
        'Races',
        `main.style.height = at('/events/less', '3100px', at('/events/first', '9000px', '3000px'))${without}${block('blue', 'border-bottom-width')}`,
      )
      const changed = `
        main.querySelector('h1').textContent = at('/events/heading', '/events Rides', '/events Races')
        main.style.height = at('/events/more', '3100px', at('/events/long', '9000px', '3000px'))
        if (location.pathname === '/events/spins') for (;;);${without}${block('red', 'border-top-width')}`
      const paths = ['spins', 'heading', 'more', 'less', 'long', 'first', 'swapped'].map((name) => `/events/${name}`)
      found = await pictures({
        release: section('1.1.0', scriptOf('Races', changed), [...paths, '/events/new']),
        live: section('1.0.0', before, paths),
        // A busy machine takes more than a minute for eight pages, one of which never responds.
        allMs: 240_000,
      })
    }, 300_000)

    it('mark a changed heading and nothing else', () => {
      for (const { boxes, different, candidate, live } of viewsOf('/events/heading')) {
        expect(different).toBeGreaterThan(20)
        expect(boxes).toHaveLength(1)
        // “/events R” stands before it, 9 letters of 24 pixels; it is 4 letters wide.
        const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = boxes
        expect(x).toBeGreaterThanOrEqual(40 + 9 * 24 - 20)
        expect(x + width).toBeLessThanOrEqual(40 + 13 * 25 + 20)
        expect(y).toBeGreaterThanOrEqual(300)
        expect(y + height).toBeLessThanOrEqual(360)
        for (const side of [candidate, live])
          expect(Buffer.from(found.kept[Number(side)] ?? '', 'base64').toString('latin1')).toMatch(/^RIFF....WEBP/s)
        expect(found.kept[Number(candidate)]).not.toBe(found.kept[Number(live)])
      }
    })

    it('mark what was inserted, and where something is missing, and nothing below it', () => {
      for (const [path, marked] of [
        ['/events/more', 120],
        ['/events/less', 20],
      ] as const)
        for (const { boxes, different, width } of viewsOf(path)) {
          expect(different).toBe(100 * width)
          expect(boxes).toEqual([{ x: 0, y: 3020, width, height: marked }])
        }
    })

    it('say where they end before the page does', () => {
      for (const view of viewsOf('/events/long')) {
        expect(view).toMatchObject({ height: 5000, cut: true })
        expect(view.boxes.some(({ y, height }) => y > 3000 && y + height === 5000)).toBe(true)
      }
    })

    it('mark what is missing below the end of the shorter one, if that is whole', () => {
      for (const { different, width, height } of viewsOf('/events/first')) {
        expect(height).toBe(5000)
        expect(different).toBeGreaterThan(1500 * width)
      }
    })

    it('differ in no more pixels than they have', () => {
      for (const { different, width, height } of viewsOf('/events/swapped'))
        expect(different).toBeLessThanOrEqual(width * height)
    })

    it('show a page that live lacks alone', () => {
      for (const view of viewsOf('/events/new')) expect(view).toMatchObject({ different: 0, boxes: [], live: null })
      expect(viewsOf('/events/new').every(({ candidate }) => candidate !== null)).toBe(true)
    })

    it('explain what cannot be pictured, and go on', () => {
      const message = expect.stringMatching(/^it could not be pictured at 390: /)
      expect(found.pages[0]).toEqual({ path: '/events/spins', views: [], message })
      expect(found.pages).toHaveLength(8)
    })
  })

  it('of a part that is not live show the candidate alone', async () => {
    const { pages, kept } = await pictures({ release: live })
    expect(pages).toMatchObject([{ views: [390, 1440].map((width) => ({ width, live: null, different: 0 })) }])
    expect(kept).toHaveLength(2)
  })

  it('of a shell show a page of a section beside it', async () => {
    const { pages } = await pictures({
      release: shellOf('1.1.0', 'Another footer '),
      live: shellOf('1.0.0'),
      beside: live,
    })
    expect(pages).toMatchObject([{ path: '/events', views: [{ width: 390 }, { width: 1440 }] }])
    // The footer stands below 3000 pixels.
    for (const { boxes } of pages[0]?.views ?? []) expect(boxes.every(({ y }) => y >= 3000)).toBe(true)
  })

  const byName = scriptOf('Races', "main.append(Object.assign(new Image(), { src: '/media' + location.pathname }))")
  const twoPages = section('1.1.0', byName, ['/events/one', '/events/two'])
  const twice = [{}, {}]

  it('are taken of failed pages once more, after those that were not tried', async () => {
    asked.length = 0
    const known = [{ path: '/events/one', message: 'it fails', views: [] }]
    const { pages } = await pictures({ release: twoPages, known })
    expect(pages).toMatchObject(['/events/one', '/events/two'].map((path) => ({ path, message: null, views: twice })))
    const named = asked.filter((path) => path.startsWith('/media/events/'))
    expect([...new Set(named)]).toEqual(['/media/events/two', '/media/events/one'])
  })

  it('are returned as far as they were taken when they are ended or the browser fails', async () => {
    const { pages, kept, message } = await pictures({ release: twoPages, ending: new AbortController() })
    const late = { path: '/events/two', message: 'not taken, because time was up', views: [] }
    expect(pages).toMatchObject([{ path: '/events/one', message: null, views: twice }, late])
    expect(kept).toHaveLength(2)
    expect(message).toBe('Not pictured: 1 behind a login.')
    const known = pages.slice(0, 1)
    const failed = await pictures({ release: twoPages, known, chromium: join(folder, 'none') })
    expect(failed.pages).toEqual([...known, late])
    expect(failed.message).toMatch(/^Not all were taken: .+\. Not pictured: 1 behind a login\.$/)
  })

  it('have no picture of the API that is too large, of which little is read', async () => {
    const script = scriptOf('Races', "main.append(Object.assign(new Image(), { src: '/media/endless.svg' }))")
    expect((await pictures({ release: section('1.1.0', script) })).pages).toMatchObject([{ message: null }])
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(20)
  })

  it('for which there is no time are named', async () => {
    const { pages } = await pictures({ release: section('1.1.0', scriptOf('Races')), live, allMs: -1 })
    expect(pages).toEqual([{ path: '/events', message: 'not taken, because time was up', views: [] }])
  })
})
