// @ts-check
/**
 * Links the server builds of one shell and at most one section, and renders pages with them. One section to a process:
 * whatever a build changes here (a prototype, a built-in function) reaches the pages of no other section. Started with
 * an empty environment under Node's permission model, which no loader survives: hence JavaScript. Loads no code over
 * HTTP and takes none that does not have its digest. Its only way out is the stream to the edge, which makes its calls.
 */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import process from 'node:process'
import { Readable } from 'node:stream'
import v8 from 'node:v8'
import vm from 'node:vm'
import { readLines, toLine } from './json-lines.mjs'
import { stateText } from './state-text.mjs'

/**
 * @import { Composition, PublicConfiguration } from '@marram/release-contract/composition'
 * @import { Ask, FromChild, OpenMessage, RenderedFor, RenderedPage, RenderReport, ServerBuild, ToChild } from './render-messages'
 * @typedef {Omit<RenderedPage, 'html' | 'styles' | 'state'> & { html?: string, styles?: string, state?: unknown }} Page
 * @typedef {(url: string, signal: undefined, from: RenderedFor) => Promise<Page>} Renderer
 * @typedef {object} ShellModule
 * @property {Record<string, unknown>} provide
 * @property {(apiUrl: string, configuration: PublicConfiguration, onReport: (report: RenderReport & { error?: unknown }) => void) => void} configureServer
 * @property {(composition: Composition, sections: Record<string, unknown>) => { render: Renderer, frame: Renderer }} prepare
 */

const builtins = createRequire(import.meta.url)
/** Modules of Node that React and similar libraries need. Looked up by `in`, since a build can replace methods of arrays. */
const FOR_SHELLS = {
  __proto__: null,
  ...{ assert: 1, buffer: 1, crypto: 1, diagnostics_channel: 1, events: 1, path: 1, stream: 1 },
  ...{ string_decoder: 1, url: 1, util: 1, zlib: 1 },
}

/** @type {Map<'shell' | 'section', { integrity: string, module: unknown }>} */
const linked = new Map()
/** @type {Map<string, { render: Renderer, frame: Renderer }>} */
const compositions = new Map()

const MOST_STACK = 8000

/** The fourth stream connects to the edge. */
const edge = new net.Socket({ fd: 3 })
const send = (/** @type {FromChild} */ message) => edge.write(toLine(message))

/** The page's texts are bytes behind the line. @type {(n: number, page: Page) => void} */
function sendPage(n, { html = '', styles = '', state = null, ...ok }) {
  const texts = [html, styles, stateText(state)].map((text) => Buffer.from(text))
  const line = toLine({ n, ok, bytes: texts.map(({ length }) => length) })
  edge.write(Buffer.concat([Buffer.from(line), ...texts]))
}

/** A section may fail in a loop, and would flood the edge with reports. */
const REPORTS_A_MINUTE = 300
let reported = 0
const report = (/** @type {RenderReport} */ each) => {
  reported += 1
  if (reported <= REPORTS_A_MINUTE) send({ report: each })
}
setInterval(() => {
  const more = reported - REPORTS_A_MINUTE
  reported = 0
  if (more > 0) report({ kind: 'render-process', message: `${more} reports of the last minute were not sent` })
}, 60_000).unref()

const BEFORE = '(function(module,exports,require){'

/** @type {(build: ServerBuild, requireModule: (name: string) => unknown) => unknown} */
function run(build, requireModule) {
  const bytes = fs.readFileSync(build.file)
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  if (integrity !== build.integrity) throw new Error(`digest of ${build.part} ${build.version}'s server build`)
  const module = { exports: {} }
  // Otherwise the code before it would shift the columns of stacks, and its source map would not match.
  const wrapped = new vm.Script(`${BEFORE}${bytes.toString('utf8')}\n})`, {
    filename: build.file,
    columnOffset: -BEFORE.length,
  })
  wrapped.runInThisContext()(module, module.exports, requireModule)
  return module.exports
}

/** Loads at most one build of each kind. @type {(kind: 'shell' | 'section', build: ServerBuild, link: () => unknown) => unknown} */
function linkOnce(kind, { part, version, integrity }, link) {
  const known = linked.get(kind) ?? { integrity, module: link() }
  if (known.integrity !== integrity)
    throw new Error(`this process already runs another build than that of ${part} ${version}`)
  linked.set(kind, known)
  return known.module
}

/** @type {(message: OpenMessage) => ShellModule} */
function linkShell({ shell: build, configuration }) {
  const module = /** @type {ShellModule} */ (
    run(build, (asked) => {
      const name = asked.replace(/^node:/, '')
      if (name in FOR_SHELLS) return builtins(name)
      // Without references that lead from there to the stream.
      if (name === 'async_hooks') return { AsyncLocalStorage, AsyncResource }
      if (Object.hasOwn(FOR_EARLIER_SHELLS, name)) return FOR_EARLIER_SHELLS[name]
      throw new Error(`the shell asks for ${asked}`)
    })
  )
  module.configureServer(API, configuration, ({ error, ...rest }) =>
    report({ ...rest, stack: rest.stack ?? stackOf(error) }),
  )
  return module
}

/** @type {(build: ServerBuild, shellBuild: ServerBuild, shell: ShellModule) => unknown} */
const linkSection = (build, shellBuild, shell) =>
  run(build, (name) => {
    if (Object.hasOwn(shell.provide, name)) return shell.provide[name]
    throw new Error(
      `${build.part} ${build.version} asks for ${name}, which shell ${shellBuild.version} does not provide`,
    )
  })

/** @type {(message: OpenMessage) => void} */
function open(message) {
  const { composition, shell: shellBuild, section } = message
  if (compositions.has(composition.id)) return
  const shell = /** @type {ShellModule} */ (linkOnce('shell', shellBuild, () => linkShell(message)))
  const sections = section && {
    [section.part]: linkOnce('section', section, () => linkSection(section, shellBuild, shell)),
  }
  compositions.set(composition.id, shell.prepare(composition, sections ?? {}))
}

/** @type {(ask: Ask) => unknown} */
function handle(ask) {
  switch (ask.kind) {
    case 'ping':
      return 'pong'
    case 'open':
      return open(ask.open)
    case 'close':
      return compositions.delete(ask.composition)
    case 'render':
      // Shells that were released earlier have a signal as second parameter, and no third.
      return opened(ask.composition).render(ask.url, undefined, { request: ask.request, content: ask.content })
    case 'frame':
      return opened(ask.composition).frame('http://edge.invalid/frame', undefined, {})
  }
}

/** @param {string} id */
function opened(id) {
  const found = compositions.get(id)
  if (!found) throw new Error(`composition ${id} is not open here`)
  return found
}

const stackOf = (/** @type {any} */ error) =>
  error?.stack === undefined ? undefined : String(error.stack).slice(0, MOST_STACK)
const wordsOf = (/** @type {any} */ error) => String(error?.stack ?? error)
/** Saved, since the reduced `process` below cannot end this process. */
const exit = /** @type {any} */ (process).reallyExit.bind(process)
const end = () => exit(0)

/** The number of the ask that a page is rendered for, for its calls. */
const asks = new AsyncLocalStorage()
/** Does not resolve: only the edge knows the API's address. */
const API = 'http://api.invalid'
/** @type {Map<number, { resolve: (response: Response) => void, reject: (reason: unknown) => void }>} */
const calls = new Map()
let lastCall = 0
const WITHOUT_BODY = [204, 205, 304]

/**
 * Replaces Node's own `fetch`: the edge makes the call, of the API only.
 * @param {RequestInfo | URL} input
 * @param {RequestInit} [init]
 */
async function fetchByEdge(input, init) {
  const { url, method, signal } = new Request(input, init)
  if (method !== 'GET') throw new TypeError('a page may only read while it is rendered')
  signal.throwIfAborted()
  lastCall += 1
  const call = lastCall
  return new Promise((resolve, reject) => {
    calls.set(call, { resolve, reject })
    signal.addEventListener('abort', () => calls.delete(call) && reject(signal.reason))
    send({ call, n: asks.getStore() ?? 0, url })
  })
}

/**
 * As much of `http.request` as the HTTP client of earlier shells needs.
 * @param {{ path: string }} options
 * @param {(response: unknown) => void} onResponse
 */
function requestByEdge({ path }, onResponse) {
  const request = new EventEmitter()
  const end = async () => {
    try {
      const response = await fetchByEdge(API + path)
      const { status: statusCode, headers } = response
      const body = Readable.from([Buffer.from(await response.arrayBuffer())])
      onResponse(Object.assign(body, { statusCode, statusMessage: '', headers: Object.fromEntries(headers) }))
    } catch (error) {
      request.emit('error', error)
    }
  }
  return Object.assign(request, { end: () => void end(), setTimeout() {}, destroy() {} })
}

/** Their HTTP client asks for these when it is loaded. @type {Record<string, object>} */
const FOR_EARLIER_SHELLS = {
  ...{ fs: {}, https: {}, net: {}, tls: {} },
  http: { request: requestByEdge },
  http2: { constants: {} },
  tty: { isatty: () => false },
}

/** @type {(message: Extract<ToChild, { response: number }>, body: Buffer) => void} */
function takeResponse(message, body) {
  const waiting = calls.get(message.response)
  calls.delete(message.response)
  if ('error' in message) return waiting?.reject(new TypeError(message.error))
  const { status, headers } = message
  // Copied, since the stream's buffer is overwritten.
  waiting?.resolve(new Response(WITHOUT_BODY.includes(status) ? null : Uint8Array.from(body), { status, headers }))
}

/** @type {(n: number, ask: Ask) => Promise<void>} */
async function take(n, ask) {
  try {
    const ok = await handle(ask)
    if (ask.kind === 'render' || ask.kind === 'frame') sendPage(n, /** @type {Page} */ (ok))
    else send({ n, ok })
  } catch (error) {
    send({ n, error: wordsOf(error) })
  }
}

readLines(
  edge,
  (/** @type {ToChild} */ message, bytes) => {
    if ('response' in message) takeResponse(message, bytes)
    else void asks.run(message.n, () => take(message.n, message.ask))
  },
  end,
)
/** Share of the heap that is still used after garbage collection. Above it, collections become slow, and memory runs out. */
const FULL = 0.75
const heapBytes = Number(/--max-old-space-size=(\d+)/.exec(process.execArgv.join(' '))?.[1]) * 2 ** 20
new PerformanceObserver((list) => {
  if (list.getEntries().some(isFullCollection) && v8.getHeapStatistics().used_heap_size > FULL * heapBytes)
    send({ full: true })
}).observe({ entryTypes: ['gc'] })

/** @param {import('node:perf_hooks').PerformanceEntry} entry */
function isFullCollection(entry) {
  const { detail } = /** @type {{ detail?: { kind: number } }} */ (entry)
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

edge.on('error', end).on('close', end)
// A stray rejection must not end the renders of other pages.
process.on('unhandledRejection', (error) =>
  report({
    kind: 'render-process',
    message: wordsOf(error).slice(0, 500).split('\n', 1)[0] ?? '',
    stack: stackOf(error),
  }),
)

/** Properties of `process` that Node's own code reads at run time. */
const OF_NODE = {
  ...{ _events: 1, _eventsCount: 1, _maxListeners: 1, _exiting: 1, exitCode: 1, domain: 1 },
  ...{ _fatalException: 1, _tickCallback: 1, nextTick: 1, emitWarning: 1, hrtime: 1 },
  ...{ version: 1, versions: 1, arch: 1, platform: 1, release: 1, execPath: 1, argv: 1, execArgv: 1, pid: 1 },
}
const { nextTick, emitWarning, hrtime, version, versions, pid } = process
/** Output of a build is discarded. A real stream of Node would give access to what all its streams share. */
const nowhere = Object.freeze({ write: () => true, on() {}, once() {}, removeListener() {}, listenerCount: () => 1 })
const harmless = () => ({ env: {}, cwd: () => '/' })

/** Replaces what a build must not have: signals, access to Node's own modules, ending this process, the network. */
const cut = {
  ...{ ...harmless(), argv: [], browser: false, stderr: {} },
  ...{ nextTick, emitWarning, hrtime, version, versions, pid },
  // The HTTP client of earlier shells recognises Node by this.
  [Symbol.toStringTag]: 'process',
}
Object.defineProperty(globalThis, 'process', { value: Object.freeze(cut) })
Object.defineProperty(globalThis, 'fetch', { value: fetchByEdge })
for (const name of ['WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)

// Hiding names does not hide an object from a build: Node's own code calls replaced functions with `this`. So
// the real ones lack it too, and the real `process` shares no method with other emitters of events.
for (const key of Reflect.ownKeys(process)) if (!Object.hasOwn(OF_NODE, key)) Reflect.deleteProperty(process, key)
Object.assign(process, harmless(), { stdout: nowhere, stderr: nowhere })
Object.setPrototypeOf(process, Object.create(null, Object.getOwnPropertyDescriptors(EventEmitter.prototype)))
Object.assign(console, { _stdout: nowhere, _stderr: nowhere })
const refuse = () => {
  throw Object.assign(new Error('a build makes no connections'), { code: 'ERR_ACCESS_DENIED' })
}
const pipe = Object.getPrototypeOf(/** @type {any} */ (edge)._handle)
for (const [target, ...names] of [
  [net.Socket.prototype, 'connect'],
  [net.Server.prototype, 'listen', '_listen2'],
  [pipe, 'connect', 'bind', 'listen', 'open', 'fchmod'],
])
  for (const name of names) Object.defineProperty(target, name, { value: refuse })
// Every object that Node looks for an option in inherits from it: there it would find a build's own.
Object.seal(Object.prototype)
