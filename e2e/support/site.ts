import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
const READY = /Marram is ready: (\S+)/
const CONSOLE = /Release desk: (\S+)\/console/

export type Ran = { code: number; stdout: string; stderr: string }

/** A site run by the same npm script that a person would type, on a port and data folder of its own. */
export type Site = {
  url: string
  /** The origin of the release desk's console. */
  console: string
  /** The registry itself, which only this machine can reach. */
  registry: string
  data: string
  /** The variables that it was started with, besides those of this process. */
  env: Record<string, string>
  /** What `npm start` printed so far. */
  output: () => string
  /** `npm run release -- …` against this site. */
  release: (...args: string[]) => Promise<Ran>
  signal: (signal: NodeJS.Signals) => void
  ended: Promise<number>
  stop: () => Promise<number>
}

/** Below those that systems give away by themselves: what is free now is then not somebody else's a moment later. */
const PORTS = { from: 20_000, to: 32_000 }

/** A port on this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await canListen(port)) return port
  }
}

const canListen = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const made: string[] = []
process.once('exit', () => {
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true })
})

/** Removed when this process ends. */
export function temporaryFolder(name: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `marram-${name}-`))
  made.push(folder)
  return folder
}

export function run(
  command: string,
  args: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr })))
}

type Start = { command?: 'start' | 'dev'; args?: string[]; data?: string; port?: number; env?: Record<string, string> }

/** Spawns `npm start` without waiting for it. */
export function spawnSite({
  command = 'start',
  args = [],
  data = temporaryFolder('site'),
  port = 0,
  env = {},
}: Start): { child: ChildProcess; output: () => string; data: string } {
  const child = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), command, ...args], {
    cwd: root,
    // A free port for the console: several sites run at a time.
    env: { ...process.env, PORT: String(port), CONSOLE_PORT: '0', MARRAM_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  return { child, output: () => output, data }
}

export async function startSite(given: Start = {}): Promise<Site> {
  const port = given.port ?? (await freePort())
  const registryPort = given.env?.RELEASES_PORT ?? String(await freePort())
  const { child, output, data } = spawnSite({ ...given, port, env: { ...given.env, RELEASES_PORT: registryPort } })
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = READY.exec(output())?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', look)
    void ended.then((code) => reject(new Error(`the site ended with ${code}:\n${output()}`)))
  })
  const registryData = given.command === 'dev' ? path.join(data, 'dev') : data
  return {
    url,
    console: CONSOLE.exec(output())?.[1] ?? '',
    registry: `http://127.0.0.1:${registryPort}`,
    data,
    env: given.env ?? {},
    output,
    ended,
    release: (...args) =>
      run(process.execPath, [path.join(root, 'scripts/run.mjs'), 'release', ...args], {
        env: { MARRAM_RELEASES_URL: url, MARRAM_DATA: registryData },
      }),
    signal: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}
