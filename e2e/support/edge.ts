import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { freePort, root, type Site, temporaryFolder } from './site'

export type Edge = {
  url: string
  /** All that it has said so far. */
  log: () => string
  stop: () => Promise<void>
}

const WITHIN_MS = 30_000

/** An edge by itself, as `npm run start:edge` runs it, once it can serve pages. */
export async function startEdge(env: Record<string, string>): Promise<Edge> {
  const port = await freePort()
  const data = temporaryFolder('edge')
  const child = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), 'start-edge'], {
    cwd: root,
    // What an API answers changes here from step to step.
    env: { ...process.env, PORT: String(port), MARRAM_DATA: data, PAGE_CACHE_BYTES: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://localhost:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    fs.rmSync(data, { recursive: true, force: true })
  }
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; ) {
    const health = await fetch(`${url}/healthz`).catch(() => undefined)
    if (health?.ok) return { url, log: () => said, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await stop()
  throw new Error(`an edge had no page to serve within ${WITHIN_MS} ms:\n${said.slice(-4000)}`)
}

/** One more edge of a site, as on another machine: behind a proxy, and with a token of its own. */
export async function startSecondEdge(site: Site): Promise<Edge> {
  const made = await site.release(
    'token',
    'create',
    `edge ${randomUUID()}`,
    '--role',
    'edge',
    '--environment',
    'production',
  )
  if (made.code !== 0) throw new Error(made.stderr)
  return startEdge({
    RELEASES_URL: site.registry,
    RELEASES_TOKEN: made.stdout.trim(),
    API_HOST: site.url,
    TRUST_PROXY: '127.0.0.1',
    RENDER_TIMEOUT_MS: '2500',
  })
}
