import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from '@marram/build/usage-error'
import { REHEARSAL } from '@marram/release-contract/calls/rehearsals'
import type { RegistryAccess } from '@marram/release-contract/registry-client'
import type { Terminal } from '../command'
import { dataFolder, root } from '../own-keys'

/** It may have to be built. */
const READY_MS = 120_000
const STOP_MS = 12_000
/** What it reads of its caller's variables, which may hold the secrets of people and of other services. */
const OF_EDGES =
  /^(PATH|HOME|LANG|TZ|TMPDIR|SystemRoot|NODE_\w+|LOG_LEVEL|API_HOST|API_EDGE_TOKEN|MEDIA_HOST|RELEASES_URL|RENDER_\w+|UPSTREAM_TIMEOUT_MS|PAGE_CACHE_BYTES)$/i

export type Edge = { url: string; stop: () => Promise<void> }
type Wanted = { access: RegistryAccess; terminal: Pick<Terminal, 'env'>; signal: AbortSignal }

/**
 * An edge of the environment for rehearsals, in a process of its own on a free port, as `npm run start:edge` runs it. It
 * has a folder of its own, and no token: what it reads is public, and it reports nothing. Ends with this process, whatever
 * ends that. Resolves when it has pages; rejects with what it wrote last.
 */
export async function startEdge({ access, terminal: { env }, signal }: Wanted): Promise<Edge> {
  const services = servicesFor(access, env)
  const folder = mkdtempSync(join(tmpdir(), 'marram-rehearsal-'))
  const trust = join(dataFolder(env), 'edge', 'trust.json')
  mkdirSync(join(folder, 'edge'))
  // What production's edge of this machine trusts; elsewhere what the registry has.
  if (existsSync(trust)) copyFileSync(trust, join(folder, 'edge', 'trust.json'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const own = Object.entries({ ...env, ...services }).filter(([name]) => OF_EDGES.test(name))
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'start-edge'], {
    env: {
      ...Object.fromEntries(own),
      MARRAM_ENVIRONMENT: REHEARSAL,
      MARRAM_DATA: folder,
      ...{ PORT: String(port), BIND: '127.0.0.1', PUBLIC_URL: url, PREVIEW_PORT: '0', METRICS_PORT: '0' },
      ...{ PREVIEW_URL: '', CACHE_URLS: '', CONSOLE_URL: '', INTERNAL_BIND: '127.0.0.1', TRUST_PROXY: 'false' },
    },
    // The channel closes with this process, even after kill -9, and the edge ends then. Ctrl-C is for this process alone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said = (said + text).slice(-2000)
    })
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    const over = () => {
      isOver = true
      resolve()
    }
    child.once('exit', over).once('error', over)
  })
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.kill('SIGTERM')
    await ended
    clearTimeout(timer)
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () =>
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    for (const until = Date.now() + READY_MS; !(await isReady()); await wait(100, undefined, { signal }))
      if (isOver || Date.now() > until)
        throw new UsageError(`The edge of the rehearsal has no pages to serve:\n${said.trim()}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** Where the edge finds registry and API: as the edge of this machine's site does, if that is the one; else as it is set. */
function servicesFor({ url }: RegistryAccess, env: NodeJS.ProcessEnv): Record<string, string> {
  const { hostname, port } = new URL(url)
  const file = join(dataFolder(env), 'site.json')
  if (/^(localhost|127\.0\.0\.1)$/.test(hostname) && existsSync(file)) {
    // Written by `npm start`.
    const { PORT, ...site } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    if (PORT === port) return site
  }
  if (env.API_HOST) return { RELEASES_URL: env.RELEASES_URL || url }
  throw new UsageError(
    'The edge of the rehearsal needs the registry itself and the product API: set MARRAM_RELEASES_URL and API_HOST to their addresses. On the machine of a site they are known.',
  )
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
