import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runProgram } from '@marram/build/run-program'
import type { Registry } from '../release/release-part'
import { root, UsageError } from '../workspace'
import { buildProgram } from './build-program.mjs'
import { tryPort } from './ports'
import type { Supervisor } from './supervisor'

export type Ports = { api: number; releases: number; console: number }
/** As browsers see them. */
export type Origins = { public: string; console: string }

const content = path.join(root, 'api/content')
/** Where the API, the registry and the console listen: they are not for visitors. */
const internalBind = () => process.env.INTERNAL_BIND || '127.0.0.1'

/** Rejects, with words for a person, for the first port that was chosen and cannot be had. */
export async function tryPorts(port: number, consolePort: number, bind: string): Promise<void> {
  await tryPort(port, bind)
  await tryPort(consolePort, internalBind(), 'CONSOLE_PORT')
  for (const name of ['API_PORT', 'RELEASES_PORT']) {
    const chosen = process.env[name]
    if (chosen) await tryPort(Number(chosen), internalBind(), name)
  }
}

/** Ports that no visitor sees: as the variables say, else free ones. */
export async function innerPorts(consolePort: number): Promise<Ports> {
  const free = () => tryPort(0, internalBind(), 'CONSOLE_PORT')
  return {
    api: Number(process.env.API_PORT) || (await free()),
    releases: Number(process.env.RELEASES_PORT) || (await free()),
    console: consolePort || (await free()),
  }
}

/** One variable for three services: the edge has METRICS_PORT itself, the API and the registry the next two. 0 is a free port. */
const metricsPort = (service: 'edge' | 'api' | 'releases') => {
  const first = Number(process.env.METRICS_PORT || 0)
  return { METRICS_PORT: String(first && first + ['edge', 'api', 'releases'].indexOf(service)) }
}

/** As the variables say, else on this machine. */
export const siteOrigins = (port: number, ports: Ports): Origins => ({
  public: new URL(process.env.PUBLIC_URL || `http://localhost:${port}`).origin,
  console: new URL(process.env.CONSOLE_URL || `http://localhost:${ports.console}`).origin,
})

/** Where edge and registry find the product API: another host than ours, or our own. */
const apiHost = ({ api }: Ports) => process.env.API_HOST || `http://127.0.0.1:${api}`

/** Each to one file, which starts faster and needs less memory than its sources behind a loader (decision 71). */
export async function buildServices(): Promise<boolean> {
  let anyBuilt = false
  for (const service of ['api', 'releases', 'edge']) {
    const { built } = await buildProgram(`${service}/src/main.ts`)
    anyBuilt ||= built
  }
  return anyBuilt
}

/**
 * The embedded databases are WebAssembly. One thread for V8's compilers, optimising only what runs long, and small spaces
 * for new objects save about 60 MB a service, and make searches that no cache answers slower (decision 76).
 */
const DATABASE_OPTIONS = ['--v8-pool-size=1', '--wasm-tiering-budget=20000000', '--max-semi-space-size=4']

export async function startRegistry(
  supervisor: Supervisor,
  { data, ports, origins, development }: { data: string; ports: Ports; origins: Origins; development: boolean },
): Promise<Registry> {
  const environment = {
    MARRAM_DATA: data,
    RELEASES_PORT: String(ports.releases),
    CONSOLE_PORT: String(ports.console),
    CONSOLE_URL: origins.console,
    PUBLIC_URL: origins.public,
    API_HOST: apiHost(ports),
    ...metricsPort('releases'),
    ...(development && { BROTLI_QUALITY: '3' }),
  }
  await supervisor.start('releases', 'releases/dist/main.mjs', environment, DATABASE_OPTIONS)
  return { url: `http://127.0.0.1:${ports.releases}`, token: readToken(path.join(data, 'releases/token')) }
}

function readToken(file: string): string {
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim()
  if (process.env.MARRAM_TOKEN) return process.env.MARRAM_TOKEN
  throw new UsageError(
    `The registry's database has an administrator, and ${file} is not here. Set MARRAM_TOKEN, or make another token: npm run start:releases -- --new-token`,
  )
}

export const startApi = (supervisor: Supervisor, data: string, port: number): Promise<void> => {
  const environment = { MARRAM_DATA: data, API_PORT: String(port), ...metricsPort('api') }
  return supervisor.start('api', 'api/dist/main.mjs', environment, DATABASE_OPTIONS)
}

/** Brings the repository's content into the database, unless it is as it was then. Returns its fingerprint. */
export async function applyContent(data: string, port: number, done: string | undefined): Promise<string> {
  const fingerprint = folderFingerprint(content)
  if (done === fingerprint || process.env.API_FIRST_CONTENT === 'none') return fingerprint
  const args = ['--import', 'tsx', path.join(root, 'api/src/cli.ts'), 'content', 'apply', content]
  const environment = { MARRAM_DATA: data, API_PORT: String(port) }
  const { code, output } = await runProgram(args, { cwd: root, environment })
  if (code !== 0) throw new UsageError(`The content cannot be applied:\n${output}`)
  return fingerprint
}

/** Resolves with the site's address once pages can be served. */
export async function startEdge(
  supervisor: Supervisor,
  {
    port,
    bind,
    data,
    ports,
    origins,
    development,
  }: { port: number; bind: string; data: string; ports: Ports; origins: Origins; development: boolean },
): Promise<string> {
  await supervisor.start('edge', 'edge/dist/main.mjs', {
    MARRAM_DATA: data,
    PORT: String(port),
    BIND: bind,
    API_HOST: apiHost(ports),
    RELEASES_URL: `http://127.0.0.1:${ports.releases}`,
    CONSOLE_URL: origins.console,
    ...metricsPort('edge'),
    ...edgeToken(data),
    LIVE_RELOAD: String(development),
  })
  const everywhere = bind === '0.0.0.0' || bind === '::'
  const host = everywhere ? '127.0.0.1' : bind.includes(':') ? `[${bind}]` : bind
  await healthy(`http://${host}:${port}/healthz`)
  return `http://${everywhere || bind === '127.0.0.1' ? 'localhost' : host}:${port}`
}

/** By which the registry knows the edge, where it keeps that token in this data folder. */
function edgeToken(data: string): { RELEASES_TOKEN?: string } {
  const file = path.join(data, 'releases/edge-token')
  return fs.existsSync(file) ? { RELEASES_TOKEN: fs.readFileSync(file, 'utf8').trim() } : {}
}

async function healthy(url: string): Promise<void> {
  const until = Date.now() + 30_000
  let last = 'no response'
  while (Date.now() < until) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch((error: Error) => error.message)
    if (typeof response !== 'string' && response.ok) return
    last = typeof response === 'string' ? response : await response.text()
    await wait(50)
  }
  throw new UsageError(`The site did not become ready: ${last}`)
}

function folderFingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = path.join(folder, file)
    if (fs.statSync(full).isFile()) hash.update(`\n${file}\n`).update(fs.readFileSync(full))
  }
  return hash.digest('hex')
}
