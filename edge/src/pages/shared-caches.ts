import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from '@marram/server/log'
import type { LiveComposition } from '../compositions/live-composition'
import type { Cacheability } from './page-cache'

/** Names a variant of all pages: in the response that caches look up, in their requests for a page, and in its response. */
const VARIANT = 'x-marram-variant'
/** What is purged when a release goes live or the content changes. */
const VARIANT_TAG = 'variant'

/** As a page was rendered: for how long, and of which content. */
export type Shared = { cacheability: Cacheability; revision: string | null | undefined }

const DAY_S = 86_400
/** A page of one variant does not change, so this only limits how long unused pages take up space. */
const OF_REVISION = `max-age=3600, stale-while-revalidate=${DAY_S}, stale-if-error=${DAY_S}`
/**
 * How long a cache may keep a variant, in seconds. One that is purged can keep it longer; one that is not shows an earlier
 * release for up to this long.
 */
const VARIANT_S = { purged: 60, polled: 5 }
/** Waits before each attempt to purge a cache: it may be starting. */
const PURGE_AFTER_MS = [0, 200, 1000]
const PURGE_MS = 1000
/** When everything is purged once more: an earlier variant may have been on its way to the cache. */
const ONCE_MORE_MS = 2000

type Live = Pick<LiveComposition, 'composition' | 'configuration' | 'policy'>
const digests = new WeakMap<Live, string>()

/** Everything that pages of one address may differ in: versions with their fallbacks, settings, and the content. */
export function variantOf(live: Live, revision: Shared['revision']): string {
  let digest = digests.get(live)
  if (digest === undefined) {
    const parts = [live.composition, live.configuration, live.policy(undefined)]
    digest = hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
    digests.set(live, digest)
  }
  return revision ? `${digest}.${revision}` : digest
}

/** The variant that a cache in front asks for. */
export const askedVariant = (headers: IncomingHttpHeaders): string | undefined => {
  const asked = headers[VARIANT]
  return typeof asked === 'string' ? asked : undefined
}

/**
 * Headers of a page for the cache that asked for this variant. Nobody else gets them: a cache that knows nothing of
 * variants would give everybody the page of its first visitor.
 */
export function sharedHeaders(live: Live, asked: string | undefined, shared: Shared | undefined, briefMs: number) {
  if (asked === undefined || !shared || shared.cacheability === 'none') return {}
  const { cacheability, revision } = shared
  if (asked !== variantOf(live, revision)) return {}
  const seconds = Math.floor(briefMs / 1000)
  return {
    'cdn-cache-control':
      cacheability === 'revision' ? OF_REVISION : `max-age=${seconds}, stale-while-revalidate=${seconds}`,
    [VARIANT]: asked,
    // A visitor may send it too: a cache that does not look variants up must not give that page to others.
    vary: `cookie, accept-encoding, ${VARIANT}`,
  }
}

/** Headers of the response that tells a cache which variant of every page a visitor gets. */
export const variantHeaders = (live: Live, revision: Shared['revision'], isPurged: boolean) => ({
  'cdn-cache-control': `max-age=${isPurged ? VARIANT_S.purged : VARIANT_S.polled}, stale-if-error=${DAY_S}`,
  'cache-tag': VARIANT_TAG,
  [VARIANT]: variantOf(live, revision),
})

type Settings = { urls: string[]; log: Pick<Logger, 'warn'> }

/** The HTTP caches in front of this edge, which are told when visitors may get other variants of pages. */
export class SharedCaches {
  private last = 0

  constructor(private readonly settings: Settings) {}

  get arePurged(): boolean {
    return this.settings.urls.length > 0
  }

  /** Resolves when each cache has been told, or could not be. */
  async changed(): Promise<void> {
    this.last += 1
    const own = this.last
    await this.purgeAll(own)
    setTimeout(() => void this.purgeAll(own), ONCE_MORE_MS).unref()
  }

  private purgeAll(change: number): Promise<unknown> {
    return Promise.all(this.settings.urls.map((url) => this.purge(url, change)))
  }

  /** Ends when there was another change since. */
  private async purge(url: string, change: number): Promise<void> {
    let reason = ''
    for (const ms of PURGE_AFTER_MS) {
      await new Promise((resolve) => setTimeout(resolve, ms).unref())
      if (change !== this.last) return
      try {
        const signal = AbortSignal.timeout(PURGE_MS)
        const response = await fetch(url, { method: 'PURGE', headers: { 'cache-tag': VARIANT_TAG }, signal })
        await response.body?.cancel()
        if (response.ok) return
        reason = `it responded with ${response.status}`
      } catch (error) {
        const { message, cause } = error as Error
        reason = (cause instanceof Error && cause.message) || message
      }
    }
    this.settings.log.warn(
      { cache: url, reason },
      `a cache was not purged: it shows what was live before for up to ${VARIANT_S.purged} seconds`,
    )
  }
}
