import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port'
import { root } from './root'
import { within } from './within'

export type Site = {
  url: string
  registry: string
  data: string
  child: ChildProcess
  /** `npm run release -- …` against it. Rejects with its output after a failure. */
  release(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** Parts may have to be built. */
const READY_MS = 300_000
/** Every command takes only seconds. */
const RUN_MS = 120_000
const READY = /Marram is ready: (\S+)/

/** The whole site, as `npm start` runs it, with its own content and data. */
export async function startSite(
  given: { data?: string; folder?: string; env?: Record<string, string> } = {},
): Promise<Site> {
  const data = given.data ?? fs.mkdtempSync(path.join(os.tmpdir(), 'marram-bench-'))
  const [port, registryPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    RELEASES_PORT: String(registryPort),
    CONSOLE_PORT: '0',
    PREVIEW_PORT: '0',
    MARRAM_DATA: data,
    API_RATE_LIMIT: '10000000',
    LOG_LEVEL: 'silent',
    // Releases are promoted as soon as they are published: the gate's browser would be measured with them.
    MARRAM_CHROMIUM: 'off',
    ...given.env,
  }
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: given.folder ?? root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<string>((resolve, reject) => {
    const take = (text: Buffer) => {
      output += text
      const found = READY.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    void ended.then(() => reject(new Error(`the site ended while it was starting:\n${output}`)))
  })
  const url = await within(READY_MS, 'the site was not ready', ready).catch(async (error: Error) => {
    child.kill('SIGINT')
    await ended
    throw error
  })
  return {
    url,
    registry: `http://127.0.0.1:${registryPort}`,
    data,
    child,
    release: (...args) => run(['release', ...args], { ...env, MARRAM_RELEASES_URL: url }),
    async stop() {
      child.kill('SIGINT')
      await ended
      if (!given.data) fs.rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Resolves with what the program says on standard output; rejects with all of its output after a failure. */
export function run(args: string[], env: NodeJS.ProcessEnv = process.env, cwd = root): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, said] = ['', '']
  const timer = setTimeout(() => {
    output += `it did not end within ${RUN_MS / 1000} s`
    child.kill('SIGKILL')
  }, RUN_MS)
  child.once('close', () => clearTimeout(timer))
  child.stdout.on('data', (text) => {
    output += text
    said += text
  })
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`${args.join(' ')}:\n${output}`)))),
  )
}
