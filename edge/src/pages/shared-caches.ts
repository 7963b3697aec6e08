import type { Logger } from '@marram/server/log'
import type { LiveComposition } from '../compositions/live-composition'
import type { Cacheability } from './page-cache'

/** Which of a page's variants this is: caches in front of edges add it to their key. */
const VARIANT = 'x-marram-variant'
/** What is purged when visitors may have got another variant. */
const VARIANT_TAG = 'variant'

/** As a page was rendered: for how long, and of which content. */
export type Shared = { cacheability: Cacheability; revision: string | null | undefined }

const DAY_S = 86_400
/** A page of one composition and one content revision never changes, so this only bounds what is kept for nothing. */
const OF_REVISION = `max-age=3600, stale-while-revalidate=${DAY_S}, stale-if-error=${DAY_S}`
/** In seconds. A cache that is purged asks again this rarely; another one would show what was live for so long. */
const VARIANT_S = { purged: 60, polled: 5 }
const PURGE_TRIES = 3
const PURGE_MS = 1000

/** Everything that visitors of one page may see differently: the versions, and the content. */
export const variantOf = ({ id }: Pick<LiveComposition, 'id'>, revision: Shared['revision']): string =>
  revision ? `${id}.${revision}` : id

/** Headers of a page for caches in front. Without them it must not be kept: by its `cache-control` it is private. */
export function sharedHeaders(live: Pick<LiveComposition, 'id'>, shared: Shared | undefined, briefMs: number) {
  if (!shared || shared.cacheability === 'none') return {}
  const { cacheability, revision } = shared
  const seconds = Math.floor(briefMs / 1000)
  return {
    'cdn-cache-control':
      cacheability === 'revision' ? OF_REVISION : `max-age=${seconds}, stale-while-revalidate=${seconds}`,
    'cache-tag': [`composition-${live.id}`, ...(revision ? [`content-${revision}`] : [])].join(','),
    [VARIANT]: variantOf(live, revision),
  }
}

/** Headers of the response that tells a cache which variant of every page a visitor gets. */
export const variantHeaders = (live: Pick<LiveComposition, 'id'>, revision: Shared['revision'], isPurged: boolean) => ({
  'cdn-cache-control': `max-age=${isPurged ? VARIANT_S.purged : VARIANT_S.polled}, stale-while-revalidate=${DAY_S}, stale-if-error=${DAY_S}`,
  'cache-tag': VARIANT_TAG,
  [VARIANT]: variantOf(live, revision),
})

type Settings = { urls: string[]; log: Pick<Logger, 'warn'> }

/** The HTTP caches in front of this edge, which are told when visitors may get other variants of pages. */
export class SharedCaches {
  constructor(private readonly settings: Settings) {}

  get arePurged(): boolean {
    return this.settings.urls.length > 0
  }

  /** Resolves when each cache has been told, or could not be. */
  async changed(): Promise<void> {
    await Promise.all(this.settings.urls.map((url) => this.purge(url)))
  }

  private async purge(url: string): Promise<void> {
    let reason = ''
    for (let tries = 0; tries < PURGE_TRIES; tries += 1) {
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
      `a cache was not purged: it may show what was live before for ${VARIANT_S.purged} seconds`,
    )
  }
}
