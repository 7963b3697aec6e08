import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { compositionFor } from '@marram/release-contract/composition'
import type { CallApi } from '@marram/rendering/api-calls'
import { hiddenFrom, renderCommand, sandboxLevel, withStarted } from '@marram/rendering/processes'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { RenderWorker } from '@marram/rendering/render-worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'

/** A shell that passes Node's `require` to its sections, so that refusals come from the process itself. */
const shell = fakeShell('1.0.0', {
  server: `
exports.provide = { node: require }
exports.configureServer = (apiUrl) => { exports.apiUrl = apiUrl }
exports.prepare = (composition, { events }) => ({
  frame: async () => ({}),
  render: async (url) => ({ status: 200, html: await events.attempt(new URL(url).searchParams.get('code'), exports.apiUrl) }),
})`,
})
/** Runs the given code, and returns the outcome. */
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

/** Calls to the API, with their client. */
const called: { url: string; client: string | undefined }[] = []
const callApi: CallApi = async (url, { client }) => {
  called.push({ url, client })
  if (url.includes('/api/refused')) throw new Error('a page may call only the API')
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

/** Started like a render process, with a script that has all of Node: only the system can refuse something then. */
async function attemptWithAllOfNode(code: string, { builds = releases, first = '' } = {}): Promise<string> {
  const script = path.join(builds, 'all-of-node.mjs')
  const { program, args, options } = renderCommand(builds, 64)
  fs.writeFileSync(
    script,
    `import fs from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
const require = createRequire(import.meta.url)
const net = require('net')
${first && `const exit = process.reallyExit.bind(process); await import(${JSON.stringify(args.at(-1))})`}
${attemptSource}
fs.writeSync(3, await attempt(${JSON.stringify(code)}, Object.assign(require, { net, process }), require, ''))
${first && 'exit(0)'}`,
  )
  const child = spawn(program, [...args.slice(0, -1), script], options)
  const output = child.stdio[3] as Readable
  try {
    return (await output.setEncoding('utf8').toArray()).join('')
  } finally {
    child.kill('SIGKILL')
    fs.rmSync(script)
  }
}
/** The same after a render process has removed what it removes before it links a build. */
const attemptWithWhatIsLeft = (code: string) => attemptWithAllOfNode(code, { first: 'a render process' })

const NOT_TRIED = {
  all: '',
  network: 'other processes and sockets in folders',
  none: 'the network and other processes',
}
if (sandboxLevel() !== 'all')
  process.stderr.write(`Not tried, since this system does not allow it: ${NOT_TRIED[sandboxLevel()]}\n`)

describe('a render process with all of Node', () => {
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

  it('cannot use a database that writes files', async () => {
    expect(await attemptWithAllOfNode(`node('node:sqlite')`)).toBe('refused: ERR_UNKNOWN_BUILTIN_MODULE')
  })

  it.runIf(sandboxLevel() !== 'none').each([
    ['a server of this machine', '127.0.0.1'],
    ['a server by its name', 'localhost'],
  ])('has no network: %s', async (_, host) => {
    const server = http.createServer((_, response) => response.end('secret'))
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('secret')
    expect(await attemptWithAllOfNode(`(await fetch('http://${host}:${port}/')).text()`)).toMatch(/^refused: E/)
    server.closeAllConnections()
    server.close()
  })

  const isAlone = sandboxLevel() === 'all'
  it.runIf(isAlone)('sees no other process: none to signal, none to slow down', async () => {
    expect(await attemptWithAllOfNode('[process.pid, process.ppid].join()')).toBe('done: 1,0')
    expect(await attemptWithAllOfNode(`process.kill(${process.pid}, 0)`)).toBe('refused: ESRCH')
    expect(await attemptWithAllOfNode(`node('os').setPriority(${process.pid}, 19)`)).toMatch(
      /^refused: ERR_SYSTEM_ERROR/,
    )
  })

  it.runIf(isAlone)('cannot signal other processes through its group', async () => {
    // Of two signals that wait, Linux gives the one with the lower number first.
    const code = `for (const each of ['SIGCONT', 'SIGWINCH']) process.on(each, () => console.log(each)); console.log('ready')`
    const beside = spawn(process.execPath, ['-e', `${code}; setInterval(() => {}, 1000)`], { stdio: 'pipe' })
    let heard = ''
    beside.stdout.setEncoding('utf8').on('data', (text) => {
      heard += text
    })
    try {
      await expect.poll(() => heard).toBe('ready\n')
      expect(await attemptWithAllOfNode(`process.kill(0, 'SIGCONT')`)).toBe('done: true')
      beside.kill('SIGWINCH')
      await expect.poll(() => heard).toContain('SIGWINCH')
      expect(heard).toBe('ready\nSIGWINCH\n')
    } finally {
      beside.kill('SIGKILL')
    }
  })

  it.runIf(isAlone)('ends with its parent, even in an endless loop', async () => {
    const { program, args, options } = renderCommand(releases, 64)
    const script = path.join(releases, 'spins.mjs')
    fs.writeFileSync(script, `import fs from 'node:fs'\nfs.writeSync(3, 'spins')\nfor (;;);`)
    const child = spawn(program, [...args.slice(0, -1), script], options)
    await once(child.stdio[3] as Readable, 'data')
    fs.rmSync(script)
    const pid = withStarted(child.pid as number).at(-1)
    expect(pid).not.toBe(child.pid)
    child.kill('SIGKILL')
    await expect.poll(() => lives(pid)).toBe(false)
  })

  // If the sources are in that folder too, it cannot be hidden.
  it.runIf(isAlone && hiddenFrom([import.meta.dirname]).includes('/tmp'))(
    'finds no socket of another program in the usual folders',
    async () => {
      const [builds, sockets] = ['/var/tmp', '/tmp'].map((each) => fs.mkdtempSync(path.join(each, 'marram-sockets-')))
      const server = net.createServer((socket) => socket.end('secret'))
      const address = path.join(sockets as string, 'socket')
      await new Promise<void>((resolve) => server.listen(address, resolve))
      const code = `(await node('net').connect({ path: ${JSON.stringify(address)} }).toArray()).join('')`
      const ours = net.connect({ path: address }).setEncoding('utf8')
      expect(await ours.toArray()).toEqual(['secret'])
      expect(await attemptWithAllOfNode(code, { builds: builds as string })).toBe('refused: ENOENT')
      await new Promise((resolve) => server.close(resolve))
      for (const each of [builds, sockets]) fs.rmSync(each as string, { recursive: true })
    },
  )

  it('leaves no trace of its run', async () => {
    await attemptWithAllOfNode(`node('trace_events').createTracing({ categories: ['node'] }).enable()`)
    expect(fs.readdirSync(process.cwd()).filter((file) => file.startsWith('node_trace'))).toEqual([])
  })
})

/** A running process, not a zombie. */
const lives = (pid: number | undefined) => {
  try {
    return /\) [^ZX] [^)]*$/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('code that reaches the internals of Node in a render process', () => {
  it.each([
    ['signals', `node.process.kill(0, 0)`],
    ['signals by another name', `node.process._kill(0, 0)`],
    ['debugger', `node.process._debugProcess(1)`],
    ['module of Node', `node.process.getBuiltinModule('fs')`],
    ['way below the modules', `node.process.binding('fs')`],
    ['way below these', `node.process._linkedBinding('fs')`],
    ['native code', `node.process.dlopen({ exports: {} }, 'x.node')`],
    ['end of the process', `node.process.exit(0)`],
    ['end by another name', `node.process.reallyExit(0)`],
    ['end with a report', `node.process.abort()`],
    ['other folder', `node.process.chdir('/')`],
    ['other user', `node.process.setuid(0)`],
    ['way to the stream to the edge', `node.process._getActiveHandles()`],
  ])('has no %s', async (_, code) => {
    expect(await attemptWithWhatIsLeft(code)).toMatch(/^refused: .* is not a function$/)
  })

  it.each([
    ['connection', `node.net.connect(1, '127.0.0.1')`],
    ['socket in a folder', `node.net.connect({ path: '/run/socket' })`],
    ['encrypted connection', `node('tls').connect(1, '127.0.0.1')`],
    ['server', `node.net.createServer().listen(0)`],
    ['server at a socket in a folder', `node('http').createServer().listen('/run/socket')`],
  ])('opens no %s', async (_, code) => {
    expect(await attemptWithWhatIsLeft(code)).toBe('refused: ERR_ACCESS_DENIED')
  })

  it('can use the console and warnings as before', async () => {
    const code = `(console.log('a'), console.error('b'), process.emitWarning('c'), new Promise(setImmediate).then(() => 'written'))`
    expect(await attemptWithWhatIsLeft(code)).toBe('done: written')
  })
})

/** Runs `code` with each `this` that methods of Node's event emitters are called with after a stray rejection. */
const withEmitters = (code: string) => `(async () => {
  const { prototype } = node('events')
  const real = Object.getOwnPropertyDescriptors(prototype)
  const found = new Set()
  for (const [name, { value }] of Object.entries(real))
    if (typeof value === 'function' && name !== 'constructor')
      prototype[name] = function (...given) {
        found.add(this)
        return Reflect.apply(value, this, given)
      }
  Promise.reject(new Error('stray'))
  await new Promise(setImmediate)
  Object.defineProperties(prototype, real)
  return ${code}
})()`

describe('a server build', () => {
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
    [
      'lets Node find its own options',
      `Object.defineProperty(Object.prototype, 'setHeader', { get() {} })`,
      /extensible/,
    ],
    ['lets Node find its own methods', `Object.defineProperty(Object.prototype, 'toString', { get() {} })`, /redefine/],
    [
      'looks for the process behind an event',
      withEmitters('[...found].filter((each) => each.versions).length'),
      'done: 0',
    ],
    ['looks for a stream behind the console', `console._stdout.constructor.name`, 'done: Object'],
    ['listens to a server', `new EventSource('http://127.0.0.1:1')`, 'refused: EventSource is not defined'],
  ])('is refused when it %s', async (_, code, answer) => {
    expect(await attempt(code)).toMatch(answer)
  })

  it('reaches the API through the edge, in the name of the visitor, whatever it claims', async () => {
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
    ['the edge refuses', `fetch(apiUrl + '/api/refused')`, 'refused: a page may call only the API'],
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
    await expect(asked).rejects.toThrow('this process already runs another build than that of news 1.0.0')
    fs.rmSync(other.file)
  })
})

it('a folder whose name would grant others is refused', () => {
  const folder = '/data/*/releases'
  expect(() => new RenderWorker({ memoryMb: 64, folder, callApi, onReport: () => {} })).toThrow(
    'may not have a * in its name',
  )
})
