import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { compositionFor } from '@marram/release-contract/composition'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { RenderWorker } from '@marram/rendering/render-worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'

/** Hands all of Node to its sections, as no shell should, so that what is refused is refused by the process. */
const shell = fakeShell('1.0.0', {
  server: `
exports.provide = { node: require }
exports.configureServer = () => {}
exports.prepare = (composition, { events }) => ({
  frame: async () => ({}),
  render: async (url) => ({ status: 200, html: await events.attempt(new URL(url).searchParams.get('code')) }),
})`,
})
/** Runs what it is told, and says how that went. */
const section = fakeSection('events', '1.0.0', {
  server: `
const node = require('node')
exports.attempt = async (code) => {
  try {
    return 'done: ' + await Function('node', 'require', 'return (async () => ' + code + ')()')(node, require)
  } catch (error) {
    return 'refused: ' + (error.code ?? error.message)
  }
}`,
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

async function start(): Promise<void> {
  worker = new RenderWorker({ memoryMb: 64, folder: releases, onReport: () => {} })
  const composition = compositionFor('one', shell.manifest, { events: [section.manifest] }, {})
  const configuration = { apiBase: '', mediaHost: '', origin: 'https://marram.example' }
  const open = { composition, apiUrl: '', configuration, shell: built(shell), section: built(section) }
  await worker.ask({ kind: 'open', open }, 9000)
}
async function attempt(code: string): Promise<string> {
  const url = `http://edge.invalid/?code=${encodeURIComponent(code)}`
  const page = await worker.ask<RenderedPage>({ kind: 'render', composition: 'one', url, pattern: '/' }, 9000)
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

describe('a server build that was handed all of Node', { timeout: 30_000 }, () => {
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
    expect(await attempt(code)).toBe('refused: ERR_ACCESS_DENIED')
    expect(fs.readdirSync(releases).sort()).toEqual(['events.js', 'shell.js'])
  })

  it('finds no database that writes files', async () => {
    expect(await attempt(`node('node:sqlite')`)).toMatch(/^refused: (ERR_UNKNOWN_BUILTIN_MODULE|the shell asks for)/)
  })

  it('leaves no trace of its run', async () => {
    await attempt(`node('trace_events').createTracing({ categories: ['node'] }).enable()`)
    worker.kill()
    await worker.ended
    expect(fs.readdirSync(process.cwd()).filter((file) => file.startsWith('node_trace'))).toEqual([])
  })

  it('still reaches the API', async () => {
    const api = http.createServer((_, response) => response.end('news'))
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
    const { port } = api.address() as AddressInfo
    expect(await attempt(`(await fetch('http://127.0.0.1:${port}/')).text()`)).toBe('done: news')
    api.closeAllConnections()
    api.close()
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
  ])('is refused when it %s', async (_, code, answer) => {
    expect(await attempt(code)).toMatch(answer)
  })

  it.each([
    ['no JSON', '{broken\n'],
    ['no message', 'null\n'],
    ['nothing that was asked for', '{"ok":true}\n'],
  ])('that writes %s to the edge costs its own process alone', async (_, text) => {
    const writing = attempt(`process._getActiveHandles().forEach((one) => one.write?.(${JSON.stringify(text)}))`)
    await expect(writing).rejects.toThrow(/JSON|it sent what is no message/)
    expect(worker.alive).toBe(false)
  })

  it('is the only one of a section in its process', async () => {
    const other = built(fakeSection('news', '1.0.0'))
    const composition = compositionFor('two', shell.manifest, {}, {})
    const configuration = { apiBase: '', mediaHost: '', origin: '' }
    const open = { composition, apiUrl: '', configuration, shell: built(shell), section: other }
    const asked = worker.ask({ kind: 'open', open }, 9000)
    await expect(asked).rejects.toThrow('this process has another build than that of news 1.0.0')
    fs.rmSync(other.file)
  })

  it('that answers what nobody asked is not heard', async () => {
    const text = JSON.stringify('{"n":999,"ok":1}\n')
    await attempt(`process._getActiveHandles().forEach((one) => one.write?.(${text}))`)
    expect(await attempt('1 + 1')).toBe('done: 2')
  })
})

it('a folder whose name would open others is refused', () => {
  const folder = '/data/*/releases'
  expect(() => new RenderWorker({ memoryMb: 64, folder, onReport: () => {} })).toThrow('may not have a * in its name')
})
