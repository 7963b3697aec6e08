import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { afterAll, describe, expect, it } from 'vitest'
import { fileKey, openFolder } from '../storage'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { browserTrial, findBrowser } from './browser-trial'

/** A shell in one file: it marks the page as ready once the section's script has shown its page. */
const shell = fakeShell('1.0.0', {
  entry: ['static/js/shell.js'],
  built: {
    'static/js/shell.js': `
const { sections } = JSON.parse(document.getElementById('marram-composition').textContent)
document.getElementById('root').innerHTML = '<header><a href="/">Home</a></header><main></main><footer>Marram</footer>'
const show = () => {
  document.querySelector('main').innerHTML = '<h1>Nothing is here</h1>'
  const done = () => document.documentElement.dataset.ready = 'fresh'
  if (location.pathname !== '/events') return done()
  const src = sections.events.releases[0].entry
  document.querySelector('main').append(Object.assign(document.createElement('script'), { src, onload: done }))
}
addEventListener('popstate', show)
show()`,
  },
})
const section = (script: string) =>
  fakeSection('events', '1.0.0', { patterns: ['/events'], built: { 'static/js/remoteEntry.js': script } })
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
  const tried = async (script: string, program = browser as string) => {
    const trial = browserTrial({ ...settings, browser: program })
    return trial({ shell: await stored(shell), section: await stored(section(script)) }, () => true)
  }

  it('passes a page that keeps to itself', async () => {
    const check = await tried(PAGE)
    expect(check).toMatchObject({ name: 'browser', outcome: 'passed' })
    expect(check.message).toContain('1 of 1 sample pages')
  })

  it.each([
    [
      'replaces a built-in function',
      'Array.prototype.map = () => []',
      'it replaces what all pages use: Array.prototype.map',
    ],
    ['hides the header', "document.querySelector('header').style.opacity = 0", '<header> in header is hidden'],
  ])('refuses a page that %s, and says how to see it', async (_, script, words) => {
    const check = await tried(`${PAGE} ${script}`)
    expect(check).toMatchObject({ outcome: 'failed' })
    expect(check.message).toContain(`/events in a browser: ${words}`)
    expect(check.message).toContain('npm run release -- preview events 1.0.0')
  })

  it('lets nothing out to the network, whatever a page tries', async () => {
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

  it('does not pass what no browser has opened', async () => {
    const check = await tried(PAGE, '/nowhere/chromium')
    expect(check).toMatchObject({ outcome: 'warned', late: true })
    expect(check.message).toContain('could not be opened in a browser')
  })
})
