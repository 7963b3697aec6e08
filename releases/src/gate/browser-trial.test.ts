import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { openFolder } from '@marram/server/stored-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileKey } from '../storage'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { browserTrial, findBrowser } from './browser-trial'

/** A shell in one file: it marks the page as ready once the section's script has shown its page. */
const shell = fakeShell('1.0.0', {
  entry: ['static/js/shell.js'],
  built: {
    'static/js/shell.js': `
const { sections } = JSON.parse(document.getElementById('marram-composition').textContent)
const letters = '<form data-varies="letters"><noscript>Not here</noscript><p>Letters</p></form>'
document.getElementById('root').innerHTML = '<header><a href="/">Home</a></header><main></main><footer>Marram</footer>'
const show = () => {
  document.querySelector('footer').innerHTML = (location.pathname === '/events/letters' ? '' : letters) + '<p data-varies="latest">New</p><p>Marram</p>'
  // By address, as the footer of the home page is larger than that of all others.
  document.querySelector('footer').style.fontSize = location.pathname === '/events' ? '40px' : '16px'
  document.querySelector('main').innerHTML = '<h1>Nothing is here</h1>'
  const done = () => document.documentElement.dataset.ready = 'fresh'
  if (!location.pathname.startsWith('/events')) return done()
  const src = sections.events.releases[0].entry
  document.querySelector('main').append(Object.assign(document.createElement('script'), { src, onload: done }))
}
addEventListener('popstate', show)
show()`,
  },
})
const section = (script: string, { paths = ['/events'], behindLogin = [] as string[] } = {}) => {
  const page = { files: ['static/js/@page~1.js'], needs: [] }
  const pages = [
    ...paths.map((pattern) => ({ pattern, ...page })),
    ...behindLogin.map((pattern) => ({ pattern, ...page, requiresLogin: true as const })),
  ]
  return fakeSection('events', '1.0.0', { pages, built: { 'static/js/remoteEntry.js': script } })
}
const PAGE = "document.querySelector('main h1').textContent = 'Events';"

const browser = process.env.MARRAM_CHROMIUM || findBrowser()
if (!browser) console.log('Not tried: the gate in a browser, as no Chromium is installed')

describe.runIf(browser)('the gate in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-browser-trial-'))
  const files = openFolder(join(folder, 'files'))
  const settings = { files, folder: join(folder, 'trials'), apiUrl: 'http://127.0.0.1:9' }
  afterAll(() => rmSync(folder, { recursive: true }))

  async function stored(release: FakeRelease) {
    const manifest = JSON.parse(release.bytes.toString()) as ReleaseManifest
    const id = `${release.name}-${release.version}`
    for (const [path, { integrity }] of Object.entries(manifest.files))
      await files.put(fileKey(id, integrity), release.files[path] as string)
    return { id, manifest }
  }
  const pairOf = async (release: FakeRelease) => ({ shell: await stored(shell), section: await stored(release) })
  const tried = async (script: string, more: { program?: string; apiUrl?: string } = {}) => {
    const { program = browser as string, apiUrl = settings.apiUrl } = more
    return browserTrial({ ...settings, apiUrl, browser: program })(await pairOf(section(script)), () => true)
  }

  it('passes a page that follows the rules', async () => {
    const check = await tried(PAGE)
    expect(check).toMatchObject({ name: 'browser', outcome: 'passed' })
    expect(check.message).toContain('1 of 1 sample pages')
  })

  it('passes a page at whose address the shell leaves out what not every page has', async () => {
    const pair = await pairOf(section(PAGE, { paths: ['/events', '/events/letters'] }))
    const check = await browserTrial({ ...settings, browser: browser as string })(pair, () => true)
    expect(check).toMatchObject({ outcome: 'passed', message: expect.stringContaining('2 of 2 sample pages') })
  })

  it.each([
    [
      'replaces a built-in function',
      'Array.prototype.map = () => []',
      'it replaces what all pages use: Array.prototype.map',
    ],
    [
      'changes the footer while it is shown',
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'footer { font-size: 70px !important }' }))",
      '<footer> in footer has another text: 70px',
    ],
    [
      'hides what not every page has',
      "document.querySelector('[data-varies]').style.opacity = 0",
      '<form> in footer is hidden',
    ],
    [
      'removes a part of the footer',
      "document.querySelector('footer > p:last-child').remove()",
      '<p> Marram in footer is gone',
    ],
    ['removes the header', "document.querySelector('header').remove()", '<header> in header is gone'],
    ['hides the header', "document.querySelector('header').style.opacity = 0", '<header> in header is hidden'],
  ])('refuses a page that %s, and explains how to see it', async (_, script, words) => {
    const check = await tried(`${PAGE} ${script}`)
    expect(check).toMatchObject({ outcome: 'failed' })
    expect(check.message).toContain(`/events in a browser: ${words}`)
    expect(check.message).toContain('npm run release -- preview events 1.0.0')
  })

  it('blocks all network access, whatever a page tries', async () => {
    const server = createServer((_, response) => response.end())
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const ways = `
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'http://${at}' }))
      new Image().src = 'http://${at}/image'
      navigator.sendBeacon('http://${at}/beacon', 'x')
      fetch('http://${at}/fetch', { mode: 'no-cors' }).catch(() => {})
      try { new WebSocket('ws://${at}') } catch {}
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${at}/frame' }))`
    await tried(`${PAGE} ${ways}`)
    expect(connections).toBe(0)
    expect((await fetch(`http://${at}`)).status).toBe(200)
    expect(connections).toBe(1)
    server.closeAllConnections()
    server.close()
  })

  describe('a page without data', () => {
    /** Synchronous, so that both are over before the page is ready. */
    const FAILS = `{ const call = (method, path, body) => {
  const request = new XMLHttpRequest()
  request.open(method, path, false)
  request.send(body)
}
call('GET', '/api/pages')
call('POST', '/releases/reports', JSON.stringify({ kind: 'boundary', message: '#1 status 503' })) }`
    let sent = ''
    const api = createServer((_, response) => response.end(sent))
    beforeAll(() => new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve)))
    afterAll(() => void api.close())
    const failing = () => tried(PAGE + FAILS, { apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}` })

    it('is refused when the API has responded', async () => {
      sent = '{"code":200,"data":[]}'
      const check = await failing()
      expect(check).toMatchObject({ outcome: 'failed', message: expect.stringContaining('it fails (#1 status 503)') })
    })

    it('is not refused when the API failed by a code in its body', async () => {
      sent = '{"code":500}'
      const message = expect.stringMatching(/without data, because the API did not respond: .*\/events/)
      expect(await failing()).toMatchObject({ outcome: 'warned', late: true, message })
    })
  })

  it('is tried first next time when it was not reached, so that every page is tried', async () => {
    const trial = browserTrial({ ...settings, browser: browser as string, allMs: 0 })
    const bad = `${PAGE} if (location.pathname === '/events/last') throw new Error('bad at the end')`
    const pair = await pairOf(section(bad, { paths: ['/events', '/events/last'] }))
    expect(await trial(pair, () => true)).toMatchObject({
      ...{
        outcome: 'warned',
        late: true,
        message: expect.stringMatching(/1 of 2 sample pages .* not opened, because time was up: \/events\/last\.$/),
      },
    })
    expect(await trial(pair, () => true)).toMatchObject({
      ...{ outcome: 'failed', message: expect.stringContaining('/events/last in a browser: it throws') },
    })
  })

  it('does not pass a section with only pages behind a login, and does not delay others', async () => {
    const trial = browserTrial({ ...settings, browser: browser as string })
    const check = await trial(await pairOf(section(PAGE, { paths: [], behindLogin: ['/events/own'] })), () => true)
    const words = '0 of 0 sample pages (and none of 1 behind a login)'
    expect(check).toMatchObject({ outcome: 'warned', message: expect.stringContaining(words) })
    expect(check.late).toBeUndefined()
  })

  it('does not pass pages that no browser has opened', async () => {
    const check = await tried(PAGE, { program: '/nowhere/chromium' })
    expect(check).toMatchObject({ outcome: 'warned', late: true })
    expect(check.message).toContain('could not be opened in a browser')
  })
})
