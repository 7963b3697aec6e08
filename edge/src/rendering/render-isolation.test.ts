import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { compositionFor } from '@marram/release-contract/composition'
import type { CallApi } from '@marram/rendering/api-calls'
import { hasNetworkNamespaces, renderCommand } from '@marram/rendering/processes'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { RenderWorker } from '@marram/rendering/render-worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'

/** Hands what it is given of Node to its sections, as no shell should, so that what is refused is refused by the process. */
const shell = fakeShell('1.0.0', {
  server: `
exports.provide = { node: require }
exports.configureServer = (apiUrl) => { exports.apiUrl = apiUrl }
exports.prepare = (composition, { events }) => ({
  frame: async () => ({}),
  render: async (url) => ({ status: 200, html: await events.attempt(new URL(url).searchParams.get('code'), exports.apiUrl) }),
})`,
})
/** Runs what it is told, and says how that went. */
const attemptSource = `
const attempt = async (code, node, require, apiUrl) => {
  try {
    const run = Function('node', 'require', 'apiUrl', 'return (async () => ' + code + ')()')
    return 'done: ' + await run(node, require, apiUrl)
  } catch (error) {
    return 'refused: ' + (error.code ?? error.cause?.code ?? error.message)
  }
}`
const section = fakeSection('events', '1.0.0', {
  server: `${attemptSource}
const node = require('node')
exports.attempt = (code, apiUrl) => attempt(code, node, require, apiUrl)`,
})

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-isolation-'))
const releases = path.join(folder, 'edge/releases')
const token = JSON.stringify(path.join(folder, 'releases/token'))
const inReleases = (file: string) => JSON.stringify(path.join(releases, file))
let worker: RenderWorker

function built({ manifest, files }: FakeRelease) {
  const file = path.join(releases, `${manifest.name}.js`)
  fs.writeFileSync(file, files['server/index.js'] as Buffer)
  const integrity = manifest.files['server/index.js']?.integrity as string
  return { part: manifest.name, version: manifest.version, file, integrity }
}

/** What the API was asked for, in whose name. */
const called: { url: string; client: string | undefined }[] = []
const callApi: CallApi = async (url, { client }) => {
  called.push({ url, client })
  if (url.includes('/api/refused')) throw new Error('a page may call the API alone')
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('news') }
}

async function start(): Promise<void> {
  worker = new RenderWorker({ memoryMb: 64, folder: releases, callApi, onReport: () => {} })
  const composition = compositionFor('one', shell.manifest, { events: [section.manifest] }, {})
  const configuration = { apiBase: '', mediaHost: '', origin: 'https://marram.example' }
  const open = { composition, configuration, shell: built(shell), section: built(section) }
  await worker.ask({ kind: 'open', open }, 9000)
}
async function attempt(code: string): Promise<string> {
  const url = `http://edge.invalid/?code=${encodeURIComponent(code)}`
  const page = await worker.ask<RenderedPage>(
    { kind: 'render', composition: 'one', url, pattern: '/', client: '203.0.113.7' },
    9000,
  )
  return page.html.toString()
}

beforeAll(() => {
  fs.mkdirSync(releases, { recursive: true })
  fs.mkdirSync(path.join(folder, 'releases'))
  fs.writeFileSync(path.join(folder, 'releases/token'), 'secret')
})
beforeEach(async () => {
  if (!worker?.alive) await start()
})
afterAll(() => {
  worker.kill()
  fs.rmSync(folder, { recursive: true })
})

/** Started as a render process is, with a script that has all of Node: what is refused then, the system refuses. */
async function attemptWithAllOfNode(code: string): Promise<string> {
  const script = path.join(releases, 'all-of-node.mjs')
  fs.writeFileSync(
    script,
    `import { createRequire } from 'node:module'
import net from 'node:net'
${attemptSource}
const require = createRequire(import.meta.url)
const edge = new net.Socket({ fd: 3 })
edge.end(await attempt(${JSON.stringify(code)}, require, require, ''))`,
  )
  const { program, args, options } = renderCommand(releases, 64)
  const child = spawn(program, [...args.slice(0, -1), script], options)
  const output = child.stdio[3] as Readable
  try {
    return (await output.setEncoding('utf8').toArray()).join('')
  } finally {
    child.kill('SIGKILL')
    fs.rmSync(script)
  }
}

if (!hasNetworkNamespaces())
  process.stderr.write('Not tried, since this system has no network namespaces: the network\n')

describe('a render process that has all of Node', { timeout: 30_000 }, () => {
  it.each([
    ['reads the token', `node('fs').readFileSync(${token}, 'utf8')`],
    ['reads it through a folder that it may read', `node('fs').readFileSync(${inReleases('../../releases/token')})`],
    ['reads it as a promise', `(await node('fs').promises.readFile(${token})).toString()`],
    ['reads it as a blob', `(await node('fs').openAsBlob(${token})).text()`],
    ['reads it as an environment', `process.loadEnvFile(${token})`],
    ['reads it as a module', `node('module').createRequire(${token})(${token})`],
    ['looks whether it is there', `node('fs').statSync(${token}).size`],
    ['reads the users of this machine', `node('fs').readFileSync('/etc/passwd')`],
    ['reads how the edge was started', `node('fs').readFileSync('/proc/' + process.ppid + '/environ')`],
    ['reads the edge’s source', `node('fs').readFileSync(${JSON.stringify(import.meta.filename)})`],
    ['writes a file', `node('fs').writeFileSync(${inReleases('written.js')}, '')`],
    ['changes a release', `node('fs').appendFileSync(${inReleases('events.js')}, 'tampered()')`],
    ['links to the token', `node('fs').symlinkSync(${token}, ${inReleases('link')})`],
    ['writes a report', `process.report.writeReport(${inReleases('report.json')})`],
    ['runs a program', `node('child_process').execSync('id').toString()`],
    ['runs Node', `node('child_process').fork(${inReleases('events.js')}).pid`],
    ['starts a thread', `new (node('worker_threads').Worker)('1', { eval: true, execArgv: [] }).threadId`],
    ['starts a thread for a loader', `node('module').register('data:text/javascript,1')`],
    ['opens a debugger', `node('inspector').open(0)`],
    ['starts a system interface', `new (node('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`],
  ])('is refused when it %s', async (_, code) => {
    expect(await attemptWithAllOfNode(code)).toBe('refused: ERR_ACCESS_DENIED')
    expect(fs.readdirSync(releases).sort()).toEqual(['events.js', 'shell.js'])
  })

  it('finds no database that writes files', async () => {
    expect(await attemptWithAllOfNode(`node('node:sqlite')`)).toBe('refused: ERR_UNKNOWN_BUILTIN_MODULE')
  })

  it.runIf(hasNetworkNamespaces()).each([
    ['a server of this machine', '127.0.0.1'],
    ['a server by its name', 'localhost'],
  ])('reaches no network: %s', async (_, host) => {
    const server = http.createServer((_, response) => response.end('secret'))
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('secret')
    expect(await attemptWithAllOfNode(`(await fetch('http://${host}:${port}/')).text()`)).toMatch(/^refused: E/)
    server.closeAllConnections()
    server.close()
  })

  it('leaves no trace of its run', async () => {
    await attemptWithAllOfNode(`node('trace_events').createTracing({ categories: ['node'] }).enable()`)
    expect(fs.readdirSync(process.cwd()).filter((file) => file.startsWith('node_trace'))).toEqual([])
  })
})

describe('a server build', { timeout: 30_000 }, () => {
  it.each([
    ['asks for a module', `require('fs')`, 'refused: events 1.0.0 asks for fs, which shell 1.0.0 does not provide'],
    ['imports a module', `import('node:fs')`, 'refused: ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING'],
    ['asks the process for a module', `process.getBuiltinModule('fs')`, /^refused: .* is not a function/],
    ['asks for the main module', 'process.mainModule.require', /^refused: Cannot read/],
    ['asks for what is below the modules', `process.binding('fs')`, /^refused: .* is not a function/],
    ['loads native code', `process.dlopen({ exports: {} }, 'x.node')`, /^refused: .* is not a function/],
    ['ends the edge', `process.kill(process.ppid, 'SIGKILL')`, /^refused: .* is not a function/],
    ['ends it by another name', 'process._kill(process.ppid, 9)', /^refused: .* is not a function/],
    ['opens the edge to a debugger', 'process._debugProcess(process.ppid)', /^refused: .* is not a function/],
    ['speaks for the process', 'process.send({ n: 1 })', /^refused: .* is not a function/],
    ['ends its own process', 'process.exit(0)', /^refused: .* is not a function/],
    ['reads the environment', 'JSON.stringify(process.env)', 'done: {}'],
    ['changes what is left of the process', 'process.env = 1', /^refused: Cannot assign|^done/],
    ['gets a module of its shell that reads files', `node('fs').readFileSync`, 'done: undefined'],
    ['gets one that has connections', `node('node:net').connect`, 'done: undefined'],
    ['gets one that starts programs', `node('child_process')`, 'refused: the shell asks for child_process'],
    ['opens a socket', `new WebSocket('ws://127.0.0.1:1')`, 'refused: WebSocket is not defined'],
    ['listens to a server', `new EventSource('http://127.0.0.1:1')`, 'refused: EventSource is not defined'],
  ])('is refused when it %s', async (_, code, answer) => {
    expect(await attempt(code)).toMatch(answer)
  })

  it('reaches the API through the edge, in the name of the visitor, whoever it says that is', async () => {
    called.length = 0
    const code = `(await fetch(apiUrl + '/api/news?x=1', { headers: { 'x-forwarded-for': '198.51.100.1' } })).text()`
    expect(await attempt(code)).toBe('done: news')
    expect(called).toEqual([{ url: 'http://api.invalid/api/news?x=1', client: '203.0.113.7' }])
  })

  it('reaches it with the HTTP client of earlier shells too, and nothing else', async () => {
    called.length = 0
    const request = `node('http').request({ path: '/api/old', host: '127.0.0.1' }, (response) => response.on('data', done))`
    expect(await attempt(`new Promise((done) => ${request}.end()).then(String)`)).toBe('done: news')
    expect(called.map(({ url }) => url)).toEqual(['http://api.invalid/api/old'])
  })

  it.each([
    ['the edge refuses', `fetch(apiUrl + '/api/refused')`, 'refused: a page may call the API alone'],
    [
      'would write',
      `fetch(apiUrl + '/api/news', { method: 'POST' })`,
      'refused: a page may only read while it is rendered',
    ],
    ['nobody waits for any more', `(setTimeout(() => fetch(apiUrl + '/api/late').catch(() => {}), 20), 1)`, 'done: 1'],
    [
      'follows fifty',
      `Promise.all(Array.from({ length: 51 }, () => fetch(apiUrl + '/api/a')))`,
      'refused: a page may make 50 calls',
    ],
  ])('makes no call that %s', async (_, code, answer) => {
    called.length = 0
    expect(await attempt(code)).toBe(answer)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(called.map(({ url }) => url)).not.toContain('http://api.invalid/api/late')
    expect(called.length).toBeLessThan(51)
  })

  it('is the only one of a section in its process', async () => {
    const other = built(fakeSection('news', '1.0.0'))
    const composition = compositionFor('two', shell.manifest, {}, {})
    const configuration = { apiBase: '', mediaHost: '', origin: '' }
    const open = { composition, configuration, shell: built(shell), section: other }
    const asked = worker.ask({ kind: 'open', open }, 9000)
    await expect(asked).rejects.toThrow('this process has another build than that of news 1.0.0')
    fs.rmSync(other.file)
  })
})

it('a folder whose name would open others is refused', () => {
  const folder = '/data/*/releases'
  expect(() => new RenderWorker({ memoryMb: 64, folder, callApi, onReport: () => {} })).toThrow(
    'may not have a * in its name',
  )
})
