import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { folderFingerprint } from '@marram/build/fingerprint'
import { runProgram } from '@marram/build/run-program'
import type { Registry } from '../release/release-part'
import { root, UsageError } from '../workspace'
import { buildProgram } from './build-program.mjs'
import { writeSite } from './data-folder'
import { tryPort } from './ports'
import type { Supervisor } from './supervisor'
import type { SiteSettings } from './variables'

/** Of one METRICS_PORT the first has the port itself and the others the next ones. */
const SERVICES = ['edge', 'api', 'releases'] as const

/** Rejects, with a readable message, for the first configured port that is not available. */
export async function tryPorts(settings: SiteSettings): Promise<void> {
  for (const name of ['PORT', 'PREVIEW_PORT'] as const) await tryPort(settings[name], settings.BIND, name)
  for (const name of ['CONSOLE_PORT', 'API_PORT', 'RELEASES_PORT'] as const) {
    const chosen = settings[name]
    if (chosen !== undefined) await tryPort(chosen, settings.INTERNAL_BIND, name)
  }
}

/** The environment of all services of a site. Internal ports are free ones, unless they are configured. */
export async function siteEnvironment(settings: SiteSettings, development: boolean) {
  const { PORT, BIND, MARRAM_DATA, INTERNAL_BIND } = settings
  const portFor = async (chosen?: number) => String(chosen || (await tryPort(0, INTERNAL_BIND, 'CONSOLE_PORT')))
  const api = await portFor(settings.API_PORT)
  const releases = await portFor(settings.RELEASES_PORT)
  const console = await portFor(settings.CONSOLE_PORT)
  const previews = settings.PREVIEW_PORT || (await tryPort(0, BIND, 'PREVIEW_PORT'))
  const { API_HOST, PUBLIC_URL, PREVIEW_URL, CONSOLE_URL } = process.env
  return {
    MARRAM_DATA,
    PORT: String(PORT),
    BIND,
    PUBLIC_URL: new URL(PUBLIC_URL || `http://localhost:${PORT}`).origin,
    PREVIEW_PORT: String(previews),
    PREVIEW_URL: new URL(PREVIEW_URL || `http://localhost:${previews}`).origin,
    API_PORT: api,
    API_HOST: apiHost(API_HOST, api),
    RELEASES_PORT: releases,
    RELEASES_URL: `http://127.0.0.1:${releases}`,
    CONSOLE_PORT: console,
    CONSOLE_URL: new URL(CONSOLE_URL || `http://localhost:${console}`).origin,
    METRICS_PORT: String(settings.METRICS_PORT),
    LIVE_RELOAD: String(development),
    // Each edit goes live at once.
    ...(development && { BROTLI_QUALITY: '3', MARRAM_CHROMIUM: 'off' }),
  }
}
const ownApi = (port: string) => `http://127.0.0.1:${port}`

/** The address of the API: another one than ours, or our own, in whichever way it is named. */
export const apiHost = (given: string | undefined, port: string): string =>
  given && new URL(given.replace('//localhost:', '//127.0.0.1:')).origin !== ownApi(port) ? given : ownApi(port)

type SiteEnvironment = Awaited<ReturnType<typeof siteEnvironment>>

/** Each to one file, which starts faster and needs less memory than its sources behind a loader (decision 71). */
export async function buildServices(): Promise<boolean> {
  let anyBuilt = false
  for (const service of SERVICES) {
    const { built } = await buildProgram(`${service}/src/main.ts`)
    anyBuilt ||= built
  }
  return anyBuilt
}

/**
 * The embedded databases are WebAssembly. One thread for V8's compilers, optimising only what runs long, and small spaces
 * for new objects save about 60 MB a service, and make searches without a cached response slower (decision 76).
 */
const DATABASE_OPTIONS = ['--v8-pool-size=1', '--wasm-tiering-budget=20000000', '--max-semi-space-size=4']

export function startService(
  supervisor: Supervisor,
  service: (typeof SERVICES)[number],
  environment: SiteEnvironment,
): Promise<void> {
  const firstMetricsPort = Number(environment.METRICS_PORT)
  const METRICS_PORT = String(firstMetricsPort && firstMetricsPort + SERVICES.indexOf(service))
  const options = service === 'edge' ? [] : DATABASE_OPTIONS
  const token = service === 'releases' ? {} : edgeToken(environment, process.env.API_EDGE_TOKEN)
  return supervisor.start(service, `${service}/dist/main.mjs`, { ...environment, ...token, METRICS_PORT }, options)
}

/** The token that identifies the edge to the API, created once. Only for the site's own API: another one would learn it. */
export function edgeToken(
  { MARRAM_DATA, API_HOST, API_PORT }: Pick<SiteEnvironment, 'MARRAM_DATA' | 'API_HOST' | 'API_PORT'>,
  API_EDGE_TOKEN?: string,
): { API_EDGE_TOKEN?: string } {
  if (API_EDGE_TOKEN) return { API_EDGE_TOKEN }
  if (API_HOST !== ownApi(API_PORT)) return {}
  const file = path.join(MARRAM_DATA, 'api/edge-token')
  const known = readToken(file)
  if (known) return { API_EDGE_TOKEN: known }
  const token = randomBytes(32).toString('base64url')
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  fs.writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return { API_EDGE_TOKEN: token }
}

export async function startRegistry(supervisor: Supervisor, environment: SiteEnvironment): Promise<Registry> {
  await startService(supervisor, 'releases', environment)
  const file = path.join(environment.MARRAM_DATA, 'releases/token')
  const token = readToken(file) ?? process.env.MARRAM_TOKEN
  if (token) return { url: environment.RELEASES_URL, token }
  throw new UsageError(
    `The registry's database has an administrator, and ${file} is not here. Set MARRAM_TOKEN, or make another token: npm run start:releases -- --new-token`,
  )
}

/** Resolves with the site's address once pages can be served. */
export async function startEdge(supervisor: Supervisor, environment: SiteEnvironment): Promise<string> {
  const { PORT, BIND, MARRAM_DATA } = environment
  // The token that identifies the edge to the registry, if it is in this data folder.
  const RELEASES_TOKEN = readToken(path.join(MARRAM_DATA, 'releases/edge-token'))
  await startService(supervisor, 'edge', { ...environment, ...(RELEASES_TOKEN && { RELEASES_TOKEN }) })
  const everywhere = BIND === '0.0.0.0' || BIND === '::'
  const host = everywhere ? '127.0.0.1' : BIND.includes(':') ? `[${BIND}]` : BIND
  await healthy(`http://${host}:${PORT}/healthz`)
  const { RELEASES_URL, API_HOST } = environment
  // What is set for this process is set for others too.
  const token = process.env.API_EDGE_TOKEN ? {} : edgeToken(environment)
  writeSite(MARRAM_DATA, { PORT, RELEASES_URL, API_HOST, ...token })
  return `http://${everywhere || BIND === '127.0.0.1' ? 'localhost' : host}:${PORT}`
}

const readToken = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined)

async function healthy(url: string): Promise<void> {
  const until = Date.now() + 30_000
  let last = 'no response'
  while (Date.now() < until) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
      if (response.ok) return
      last = await response.text()
    } catch (error) {
      last = (error as Error).message
    }
    await wait(50)
  }
  throw new UsageError(`The site did not become ready: ${last}`)
}

const content = path.join(root, 'api/content')

/** Brings the repository's content into the database, unless it is as it was then. Returns its fingerprint. */
export async function applyContent(environment: SiteEnvironment, done: string | undefined): Promise<string> {
  const fingerprint = folderFingerprint(content)
  if (done === fingerprint || process.env.API_FIRST_CONTENT === 'none') return fingerprint
  const args = ['--import', 'tsx', path.join(root, 'api/src/cli.ts'), 'content', 'apply', content]
  const { code, output } = await runProgram(args, { cwd: root, environment })
  if (code !== 0) throw new UsageError(`The content cannot be applied:\n${output}`)
  return fingerprint
}
