import { type ContentItem, listItemPages } from '@marram/api-contract/item-pages'
import { readLeniently } from '@marram/api-contract/lenient'
import type { SectionRelease } from '@marram/release-contract/release'
import type { DeclaredPage, ListedItems } from '@marram/release-contract/section'
import type { CallApi } from '@marram/rendering/api-calls'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'
import type { Pair } from './trial'
import type { TrialApi } from './trial-api'

const API_MS = 2000
/** For all pages together; the report names what is not reached. */
const ALL_MS = 20_000

/** The stylesheets that the gate has read are in the head, where the edge puts them. */
const STYLE = /<style\b|<link\b[^>]*\bstylesheet\b/i

/** After so many renders, a page that leaks more than about 6 MB fills the process of a trial. */
const MANY = 30
const MANY_MS = 5000

/** `notReached`: the patterns that there was no time for. */
export type Rendered = { rendered: number; of: number; withoutData: number; notReached: string[] }

/** Thrown if a page cannot be rendered; `cause` is the reason. */
export class BrokenPage extends Error {
  constructor(url: string, cause: unknown) {
    super(`cannot render ${url}`, { cause })
  }
}

/**
 * Renders a page of each pattern that the server renders, one after the other, and repeats all of them. Throws BrokenPage
 * at the first one that fails or has filled the memory.
 */
export async function renderSamples(
  worker: RenderWorker,
  pages: DeclaredPage[],
  { composition, api, pageMs, sitemap }: { composition: string; api: TrialApi; pageMs: number; sitemap?: Sitemap },
): Promise<Rendered> {
  const sampleUrl = await sampleUrls(api, sitemap)
  const patterns = pages.filter((page) => !page.private && !page.requiresLogin).map(({ pattern }) => pattern)
  const until = Date.now() + ALL_MS
  const found = { rendered: 0, of: patterns.length, withoutData: 0, notReached: patterns }
  const good: Asked[] = []
  for (const pattern of patterns) {
    if (Date.now() >= until) break
    const url = sampleUrl(pattern)
    const asked = { pattern, url, composition, pageMs, api }
    try {
      if (await hasData(worker, asked)) good.push(asked)
      else found.withoutData += 1
    } catch (error) {
      throw new BrokenPage(url, error)
    }
    found.rendered += 1
    found.notReached = patterns.slice(found.rendered)
  }
  await renderAgain(worker, good)
  return found
}

async function renderAgain(worker: RenderWorker, pages: Asked[]): Promise<void> {
  let isFull = false
  worker.onFull = () => {
    isFull = true
  }
  const until = Date.now() + MANY_MS
  for (let n = 0; n < MANY && Date.now() < until; n += 1) {
    const asked = pages[n % pages.length]
    if (!asked) return
    await hasData(worker, asked).catch((error) => {
      throw new BrokenPage(asked.url, error)
    })
    if (isFull)
      throw new BrokenPage(asked.url, new Error(`little memory is left after ${n + 1} more pages: they leak it`))
  }
}

type Asked = { pattern: string; url: string; composition: string; pageMs: number; api: TrialApi }

/** Renders a page; false if it had no data because of the API. */
async function hasData(worker: RenderWorker, { pattern, url, composition, pageMs, api }: Asked): Promise<boolean> {
  const { failures } = api
  const isExcused = () => api.waiting > 0 || api.failures > failures
  try {
    const ask = { kind: 'render', composition, pattern, url: `http://edge.invalid${url}` } as const
    const { status, page, html } = await worker.ask<RenderedPage>(ask, pageMs)
    if (page && page.pattern !== pattern) throw new Error(`the page there is ${page.pattern}, not ${pattern}`)
    if (STYLE.test(String(html))) throw new Error('its HTML has a style element or a stylesheet: use a CSS module')
    if (status < 500 && status !== 429) return true
    if (![429, 503].includes(status)) throw new Error(`its status is ${status}`)
    if (!isExcused()) throw new Error(`its status is ${status}, although no call of the API failed`)
    return false
  } catch (error) {
    // A process that waits for the API still responds; one that spins does not.
    if (error instanceof RenderTimeout && isExcused() && (await worker.responds(1000))) return false
    throw error
  }
}

export type Sitemap = ListedItems[] | undefined
export const sitemapOf = ({ section }: Pair): Sitemap => (section?.manifest as SectionRelease | undefined)?.sitemap

/** Returns the address of an item for each pattern that has items, as the section's sitemap declares them. */
export async function sampleUrls(
  { callApi }: Pick<TrialApi, 'callApi'>,
  sitemap: Sitemap = [],
): Promise<(pattern: string) => string> {
  const items = await allItems(callApi)
  return (pattern) => {
    const kinds = sitemap.flatMap(({ page, kind }) => (page === pattern && kind ? [kind] : []))
    const { slug } = items.find(({ kind }) => kinds.includes(kind)) ?? {}
    // Without data, any address under the pattern, whether or not it exists.
    return pattern.replace(/:\w+/g, () => (slug ? encodeURIComponent(slug) : 'sample'))
  }
}

/** All items; none if the API does not respond, which is not the fault of a release. */
async function allItems(callApi: CallApi): Promise<ContentItem[]> {
  try {
    const { body } = await callApi(`http://api.invalid${listItemPages.path}`, {}, AbortSignal.timeout(API_MS))
    const { data } = JSON.parse(String(body)) as { data?: unknown }
    return readLeniently(listItemPages.data, data)
  } catch {
    // Pages are then rendered without their items, which the report mentions.
    return []
  }
}
