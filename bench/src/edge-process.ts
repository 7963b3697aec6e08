import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { API_EDGE_TOKEN } from './api-process'
import { freePort } from './free-port'
import { renderProcessesUnder } from './process-usage'
import { respondsWithin } from './responds-within'
import { root } from './root'

export type EdgeProcess = {
  url: string
  /** The process that handles requests. */
  pid: number
  /** Ids of its render processes that have a composition open. */
  renderProcesses(): number[]
  stop(): Promise<void>
}

/** An edge as it runs in production, with one render process. */
export async function startEdge(given: {
  api: string
  registry: string
  env?: Record<string, string>
}): Promise<EdgeProcess> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-bench-edge-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start-edge'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      PREVIEW_PORT: '0',
      MARRAM_DATA: folder,
      API_HOST: given.api,
      API_EDGE_TOKEN,
      RELEASES_URL: given.registry,
      RENDER_PROCESSES: '1',
      // A busy machine is no reason to send app shells here.
      RENDER_TIMEOUT_MS: '20000',
      LOG_LEVEL: 'silent',
      ...given.env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  await respondsWithin(`${url}/healthz`, 60_000).catch(async (error: Error) => {
    await stop()
    throw error
  })
  return { url, pid: child.pid as number, renderProcesses: () => renderProcessesUnder(child.pid as number), stop }
}
