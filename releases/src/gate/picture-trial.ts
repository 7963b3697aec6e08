import type { PicturedPage } from '@marram/release-contract/calls/releases'
import type { SectionRelease } from '@marram/release-contract/release'
import { bodyOf } from '@marram/rendering/api-calls'
import type { KnownRelease } from '../live/live'
import { inBrowser, MISSING, OPEN_MS, PAGE_MS, type Respond, responder, type Side } from './browser-trial'
import { isShell } from './results'
import { sampleUrls, sitemapOf } from './sample-pages'
import { type BuildsSettings, withBuilds } from './trial'
import { trialApi, withOneResponseEach } from './trial-api'

/** A version whose pages are shown beside those of `live`, each with `beside`; `live` is the version itself if it has none. */
export type Comparison = { release: KnownRelease; live: KnownRelease; beside: KnownRelease }
export type Taken = { pages: PicturedPage[]; message: string | null }
/**
 * `keep` stores one picture, given as Base64, and returns its digest. `known`: pages that were tried; with `again`, those
 * that failed are tried once more, after all others. What was taken until a failure, or until `stopping`, is returned.
 */
export type TakePictures = (
  comparison: Comparison,
  about: { keep: (webp: string) => Promise<string>; known: PicturedPage[]; again: boolean; stopping: AbortSignal },
) => Promise<Taken>

/** Our largest section has 24. */
const MOST_PAGES = 30
/** For all pages together; the report names what is not reached. */
const ALL_MS = 180_000
/** The next run goes on there. */
export const LATE = 'not taken, because time was up'
const MEDIA_MS = 5000
const MOST_MEDIA_BYTES = 4 * 1024 * 1024

export const pairOf = (release: KnownRelease, beside: KnownRelease) =>
  isShell(release) ? { shell: release, section: beside } : { shell: beside, section: release }

/** Opens sample pages of a section, or one of each section that a shell shows, at two widths, in both compositions. */
export const pictureTrial =
  (settings: BuildsSettings & { browser: string; allMs?: number }): TakePictures =>
  async ({ release, live, beside }, { keep, known, again, stopping }) => {
    const { apiUrl, browser, allMs = ALL_MS } = settings
    const api = withOneResponseEach(trialApi(apiUrl))
    const pair = pairOf(release, beside)
    const own = (pair.section.manifest as SectionRelease).pages
    const openable = own.filter(({ requiresLogin }) => !requiresLogin)
    const chosen = openable.slice(0, isShell(release) ? 1 : MOST_PAGES)
    const livePages = (pairOf(live, beside).section.manifest as SectionRelease).pages
    const isAlone = live.id === release.id
    const isLive = (wanted: string) => !isAlone && livePages.some(({ pattern }) => pattern === wanted)
    const sampleUrl = await sampleUrls(api, sitemapOf(pair))
    const all = chosen.map(({ pattern }) => ({ path: sampleUrl(pattern), isLive: isLive(pattern) }))
    const before = (path: string) => known.find((page) => page.path === path)
    const failed = all.filter(({ path }) => again && (before(path)?.message ?? null) !== null)
    const pictures = [...all.filter(({ path }) => !before(path)), ...failed]

    const withSide = (of: KnownRelease, work: (respond: Respond) => Promise<Taken>) => {
      const pair = pairOf(of, beside)
      return withBuilds({ ...settings, api }, pair, stopping, async (worker, open) => {
        await worker.ask({ kind: 'open', open }, OPEN_MS)
        return work(await responder(settings, pair, { worker, open, api, image: (path) => imageOf(apiUrl, path) }))
      })
    }
    const take = async (sides: Record<Side, Respond>): Promise<Taken> => {
      const pages: Promise<PicturedPage>[] = []
      const onTaken = (page: PicturedPage) => pages.push(withDigests(page, keep))
      const respond: Respond = (wanted) => sides[wanted.side](wanted)
      const order = { browser, pictures, pageMs: PAGE_MS, allMs, now: Date.now() }
      const failure = await inBrowser(order, { respond, api, onTaken }, stopping).then(
        () => [],
        ({ message }: Error) => (stopping.aborted ? [] : [`Not all were taken: ${message}.`]),
      )
      const found = [...(await Promise.all(pages)), ...known]
      const late = (path: string) => ({ path, message: LATE, views: [] })
      const lacks = [
        ...(isShell(release) || openable.length === chosen.length
          ? []
          : [`${openable.length - MOST_PAGES} of its pages`]),
        ...(own.length === openable.length ? [] : [`${own.length - openable.length} behind a login`]),
      ]
      return {
        pages: all.map(({ path }) => found.find((page) => page.path === path) ?? late(path)),
        message: [...failure, ...(lacks.length > 0 ? [`Not pictured: ${lacks.join(', ')}.`] : [])].join(' ') || null,
      }
    }
    return withSide(release, (candidate) =>
      isAlone ? take({ candidate, live: candidate }) : withSide(live, (other) => take({ candidate, live: other })),
    )
  }

async function withDigests(page: PicturedPage, keep: (webp: string) => Promise<string>): Promise<PicturedPage> {
  const stored = async (webp: string | null) => webp && (await keep(webp))
  const views: PicturedPage['views'] = []
  try {
    // One after another: none is still being stored once one has failed.
    for (const view of page.views)
      views.push({ ...view, candidate: await stored(view.candidate), live: await stored(view.live) })
    return { ...page, views }
  } catch (error) {
    return { ...page, views: [], message: `its pictures could not be stored: ${(error as Error).message}` }
  }
}

/** Pictures of the API itself: a person looks at them. Rejects what is too large. */
async function imageOf(apiUrl: string, path: string) {
  if (!path.startsWith('/media/')) return MISSING
  const response = await fetch(apiUrl + path, { redirect: 'manual', signal: AbortSignal.timeout(MEDIA_MS) })
  const { status, headers } = response
  const body = await bodyOf(response, { bytesLeft: MOST_MEDIA_BYTES })
  return { status, headers: { 'content-type': headers.get('content-type') ?? '' }, body }
}
