import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PicturedPage } from '@marram/release-contract/calls/releases'
import { firstMatch } from '@marram/release-contract/patterns'
import { isForBrowsers, type SectionRelease, type ShellRelease } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import type { DeclaredPage } from '@marram/release-contract/section'
import { contentSecurityPolicy } from '@marram/rendering/content-security-policy'
import { type DocumentSource, escapeHtml, fixedParts, insideOf, pageDocument } from '@marram/rendering/page-document'
import { withoutNetwork } from '@marram/rendering/processes'
import type { OpenMessage, RenderedPage } from '@marram/rendering/render-messages'
import type { RenderWorker } from '@marram/rendering/render-worker'
import { contentType } from '@marram/server/content-type'
import { readStored } from '@marram/server/stored-files'
import { fileKey } from '../storage'
import { failed, failedLate, passed, warned } from './check'
import type { StoredRelease } from './own-checks'
import { sampleUrls, sitemapOf } from './sample-pages'
import { type BuildsSettings, namesOf, oneAtATime, type Pair, type Trial, type Tried, withBuilds } from './trial'
import type { TrialApi } from './trial-api'

/** The task of the process: paths of this site to open. `neighbour` is an address that no section has. */
export type Order = { browser: string; neighbour: string; paths: string[]; pageMs: number; allMs: number }
/** The other task: pictures of these pages, of the candidate and, if `isLive`, of live. The time stands still at `now`. */
export type PictureOrder = Pick<Order, 'browser' | 'pageMs' | 'allMs'> & {
  pictures: { path: string; isLive: boolean }[]
  now: number
}
export type Side = 'candidate' | 'live'
/** The result of one page. Faults and warnings are texts that follow its path. */
export type Opened = { path: string; faults: string[]; warnings: string[]; isLate: boolean; hasData: boolean }
/** `kind`: the purpose of the request in the browser, such as a document or an image. */
type Wanted = { n: number; side: Side; method: string; path: string; kind: string }
type Reply = { status: number; headers: Record<string, string>; body: Uint8Array }
/** `failures`: how many calls of the API have failed so far. */
export type ProxiedResponse = Reply & { n: number; failures: number }
/** `taken`: with the pictures themselves, as Base64, in the place of their digests. */
export type FromBrowser = Wanted | { taken: PicturedPage } | { opened: Opened[] } | { error: string }

type Settings = BuildsSettings & { browser: string; allMs?: number }

export const OPEN_MS = 5000
export const PAGE_MS = 8000
/** Shorter, so that a page can still report that it has no data. */
const API_MS = 5000
/** For all pages together; the report names pages that were not reached, which come first the next time. */
const allMsFor = (pages: number) => Math.min(Math.max(30_000, pages * 6000), 120_000)
/** For the start of the browser, and for the page that is open when time is up. */
const START_MS = 60_000
const MOST_CALLS = 500
const MEMORY_MB = 256
const program = fileURLToPath(new URL('./browser-process.mjs', import.meta.url))

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chromium-headless-shell']

/** The first one that is installed. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/**
 * Opens a page of each pattern in a browser that reaches nothing but this pair of releases and the API. `unreached`: by
 * pair, the pages that are left to open, if not all of them. A release never changes.
 */
export const browserTrial = (settings: Settings, unreached = new Map<string, DeclaredPage[]>()): Trial =>
  oneAtATime((pair, stopping) =>
    withBuilds(settings, pair, stopping, async (worker, open, api) => {
      const sampleUrl = await sampleUrls(api, sitemapOf(pair))
      const pages = (pair.section?.manifest as SectionRelease | undefined)?.pages ?? []
      const openable = pages.filter((page) => !page.requiresLogin)
      const key = `${pair.shell.id} ${pair.section?.id}`
      const wanted = unreached.get(key) ?? openable
      const longest = Math.max(0, ...pages.map(({ pattern }) => pattern.split('/').length))
      const order: Order = {
        browser: settings.browser,
        neighbour: '/not-found'.repeat(longest + 1),
        paths: wanted.map(({ pattern }) => sampleUrl(pattern)),
        pageMs: PAGE_MS,
        allMs: settings.allMs ?? allMsFor(wanted.length),
      }
      try {
        await worker.ask({ kind: 'open', open }, OPEN_MS)
        const respond = await responder(settings, pair, { worker, open, api, image: async () => STAND_IN })
        const result = await inBrowser(order, { respond, api }, stopping)
        const rest = wanted.slice(result.length - 1)
        const left = [...rest, ...wanted.filter((_, n) => result[n + 1]?.hasData === false)]
        // After a failure, the same ones are tried once more.
        if (left.length > 0 && !result.some(isBad)) unreached.set(key, left)
        else if (!result.some(isBad)) unreached.delete(key)
        return triedOf(pair, { pages: openable.length, behindLogin: pages.length - openable.length, rest }, result)
      } catch (error) {
        const words = `${namesOf(pair)} could not be opened in a browser: ${(error as Error).message}.`
        // If the browser ended later, a page may be the reason.
        const check =
          error instanceof NotStarted
            ? { ...warned('browser', words), late: true as const }
            : failedLate('browser', words)
        return { check, mayDiffer: true }
      }
    }),
  )

/** The browser cannot be used here, which is not the fault of a release. */
class NotStarted extends Error {}

const isBad = ({ faults }: Opened) => faults.length > 0

type Of = { pages: number; behindLogin: number; rest: DeclaredPage[] }

function triedOf(pair: Pair, { pages, behindLogin, rest }: Of, result: Opened[]): Tried {
  const names = namesOf(pair)
  const bad = result.find(isBad)
  if (bad) {
    const { name, version } = (pair.section ?? pair.shell).manifest
    const what = `${names}, ${bad.path} in a browser: ${firstOf(bad.faults)}.`
    const see = `To see it, open ${bad.path} in its preview (npm run release -- preview ${name} ${version}).`
    return { check: (bad.isLate ? failedLate : failed)('browser', `${what} ${see}`), mayDiffer: true }
  }
  const leftOut = behindLogin > 0 ? ` (and none of ${behindLogin} behind a login)` : ''
  const words = `${names}: ${pages - rest.length} of ${pages} sample pages${leftOut} were opened in a browser`
  const done = (check: Tried['check']) => ({ check, mayDiffer: false })
  const bare = result.filter(({ hasData }) => !hasData).map(({ path }) => path)
  const lacks = [
    ...(bare.length > 0 ? [`without data, because the API did not respond: ${bare.join(', ')}`] : []),
    ...(rest.length > 0 ? [`not opened, because time was up: ${rest.map(({ pattern }) => pattern).join(', ')}`] : []),
  ]
  if (lacks.length > 0) return done({ ...warned('browser', `${words}; ${lacks.join('; ')}.`), late: true })
  const noted = result.find(({ warnings }) => warnings.length > 0)
  if (noted) return done(warned('browser', `${words}. ${noted.path}: ${firstOf(noted.warnings)}.`))
  if (pages === 0 && behindLogin > 0) return done(warned('browser', `${words}.`))
  return done(passed('browser', `${words}, without an error or a change to what is the shell's.`))
}

const firstOf = (words: string[]) => [...new Set(words)].slice(0, 3).join('; ')

export type Respond = (wanted: Wanted) => Promise<Reply>

type Behind = { worker: RenderWorker; open: OpenMessage; api: TrialApi; image: (path: string) => Promise<Reply> }

/** Responses in place of an edge: documents, browser files of these releases, and responses of the API. */
export async function responder(
  { files }: Pick<Settings, 'files'>,
  { shell, section }: Pair,
  { worker, open, api, image }: Behind,
): Promise<Respond> {
  const releases = [shell, ...(section ? [section] : [])]
  const read = (release: StoredRelease, path: string) =>
    readStored(files, fileKey(release.id, release.manifest.files[path]?.integrity ?? ''))
  const served = new Map<string, { release: StoredRelease; path: string }>()
  const styles: Record<string, string> = {}
  for (const release of releases)
    for (const path of Object.keys(release.manifest.files)) {
      const url = releaseFileUrl(release.manifest.name, release.manifest.version, path)
      if (isForBrowsers(release.manifest, path)) served.set(url, { release, path })
      if (path.endsWith('.css')) styles[url] = insideOf('style', (await read(release, path)).toString('utf8'))
    }
  const manifest = shell.manifest as ShellRelease
  const owned = (section?.manifest as SectionRelease | undefined)?.pages ?? []
  const source: DocumentSource = {
    ...open,
    shell: manifest,
    sections: section ? { [section.manifest.name]: [section.manifest as SectionRelease] } : {},
    boot: insideOf('script', (await read(shell, manifest.boot)).toString('utf8')),
    styles,
  }
  const scripts = releases.map(({ manifest: { name, version } }) => releaseFileUrl(name, version, ''))
  const settings = { MEDIA_HOST: '', PUBLIC_URL: ORIGIN }
  const policy = contentSecurityPolicy({ bootScript: source.boot, scripts, origin: ORIGIN }, settings)(undefined)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  const { id: composition } = open.composition
  let calls = 0

  async function document(path: string): Promise<Reply> {
    const page = firstMatch(owned, ({ pattern }) => pattern, new URL(path, 'http://edge.invalid').pathname)
    const owner = page && section && { section: section.manifest.name, page }
    const appShell = () => worker.ask<RenderedPage>({ kind: 'frame', composition }, PAGE_MS)
    const ask = {
      kind: 'render',
      composition,
      url: `http://edge.invalid${path}`,
      pattern: page?.pattern ?? '*',
    } as const
    // Like an edge: the app shell if no page is rendered, and never a personal page.
    const rendered = await (page?.private ? appShell() : worker.ask<RenderedPage>(ask, PAGE_MS).catch(appShell))
    const { status, location } = rendered
    if (location === undefined)
      return { status, headers, body: pageDocument({ fixed: fixedParts(source, owner), page: rendered, owner }) }
    // Playwright does not route requests that follow a redirect.
    const refresh = `<meta http-equiv="refresh" content="0;url=${escapeHtml(location)}">`
    return { status: 200, headers, body: Buffer.from(refresh) }
  }

  return async ({ method, path, kind }) => {
    const file = served.get(path.split('?', 1)[0] ?? '')
    if (file)
      return {
        status: 200,
        headers: { 'content-type': contentType(file.path) },
        body: await read(file.release, file.path),
      }
    if (method !== 'GET') return MISSING
    if (kind === 'document') return document(path)
    if (kind === 'image') return image(path)
    calls += 1
    if (!path.startsWith('/api/') || calls > MOST_CALLS) return MISSING
    return api.callApi(`http://api.invalid${path}`, {}, AbortSignal.timeout(API_MS))
  }
}

/** The origin of the site in the browser. */
const ORIGIN = 'http://localhost'
export const MISSING = { status: 404, headers: {}, body: new Uint8Array() }
/** Of the usual size, in the place of every picture of the API. */
const STAND_IN: Reply = {
  status: 200,
  headers: { 'content-type': 'image/svg+xml' },
  body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>'),
}

type Given = { respond: Respond; api: TrialApi; onTaken?: (page: PicturedPage) => void }

/** Throws NotStarted if the browser cannot be started, and another error if it ends without a result. */
export async function inBrowser(order: Order | PictureOrder, given: Given, stopping: AbortSignal): Promise<Opened[]> {
  const home = await mkdtemp(join(tmpdir(), 'marram-browser-'))
  const [command = '', ...args] = [...withoutNetwork(), process.execPath, `--max-old-space-size=${MEMORY_MB}`, program]
  const child = spawn(command, args, {
    env: { HOME: home, TMPDIR: home, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(order.allMs + START_MS)])
  try {
    return await resultOf(child, order, given, signal)
  } finally {
    await ended(child)
    await rm(home, { recursive: true, force: true })
  }
}

function resultOf(
  child: ChildProcess,
  order: Order | PictureOrder,
  { respond, api, onTaken }: Given,
  signal: AbortSignal,
): Promise<Opened[]> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('it took too long'))
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    child.on('error', ({ message }) => reject(new NotStarted(message)))
    child.on('exit', (code, by) => reject(new Error(`its process ended with ${by ?? code}`)))
    child.on('message', async (message: FromBrowser) => {
      if ('opened' in message) resolve(message.opened)
      else if ('taken' in message) onTaken?.(message.taken)
      else if ('error' in message) reject(new NotStarted(message.error))
      else {
        const reply = await respond(message).catch(() => ({ ...MISSING, status: 503 }))
        if (child.connected)
          child.send({ n: message.n, ...reply, failures: api.failures } satisfies ProxiedResponse, () => {})
      }
    })
    // The pages of visitors go first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    child.send(order, () => {})
  })
}

/** Ends with its browser, which it closes once this process has disconnected. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  if (child.connected) child.disconnect()
  const late = setTimeout(() => child.kill('SIGKILL'), 3000)
  await exit
  clearTimeout(late)
}
