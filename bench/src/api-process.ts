import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port'
import { readsIn } from './reads-in'
import { respondsWithin } from './responds-within'
import { root } from './root'

export type ApiProcess = {
  url: string
  data: string
  pid: number
  /** Lines of its log so far, if it writes one. */
  log(): Record<string, unknown>[]
  /** How many GET requests it has handled so far. */
  reads(): Promise<number>
  stop(): Promise<void>
}

/** The token that identifies the edge, as in a start of the whole site. */
export const API_EDGE_TOKEN = 'of-the-edge-and-the-api-that-are-measured'

/** The API as it runs in production, in a process of its own, on a new embedded database with the given content. */
export async function startApi(content: string, logLevel = 'silent'): Promise<ApiProcess> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-bench-'))
  const port = await freePort()
  const metricsPort = await freePort()
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start-api'], {
    cwd: root,
    env: {
      ...process.env,
      API_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      MARRAM_DATA: folder,
      API_EDGE_TOKEN,
      API_FIRST_CONTENT: content,
      API_RATE_LIMIT: '10000000',
      LOG_LEVEL: logLevel,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const failed = ended.then(() => {
    throw new Error('the API ended while it was starting')
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  await Promise.race([respondsWithin(`${url}/healthz`, 180_000), failed]).catch(async (error: Error) => {
    await stop()
    throw error
  })
  // The last line may be incomplete.
  const lines = () => output.split('\n').slice(0, -1)
  return {
    url,
    data: folder,
    pid: child.pid as number,
    reads: async () => readsIn(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()),
    stop,
    log: () => lines().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
  }
}
