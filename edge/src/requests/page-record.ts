import type { FastifyRequest } from 'fastify'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'

/** What became of a request for a page, for the log and the counters. It names no address, which may be personal. */
export type PageRecord = {
  live: LiveComposition
  /** Undefined where no section owns the address, and for pages of previews. */
  owner: OwnedPage | undefined
  /** How the page was created: `server; dur=12.0` or `frame; late`. Undefined where too many pages were being rendered. */
  origin: string | undefined
  /** `hit`, `miss`, `stale` or `none`. */
  cache: string | undefined
  /** By part, the versions that the visitor was to have and that cannot be used. */
  unusable: Record<string, string>
  isPreview?: boolean
}

const records = new WeakMap<FastifyRequest, PageRecord>()

export const setRecord = (request: FastifyRequest, record: PageRecord): void => void records.set(request, record)

/** Undefined where the response is no page. */
export const recordOf = (request: FastifyRequest): PageRecord | undefined => records.get(request)

/** What the log says of a page. */
export const logFields = ({ live, owner, origin, cache }: PageRecord): Record<string, unknown> => ({
  composition: live.id,
  ...(origin !== undefined && { render: origin }),
  ...(cache !== undefined && { cache }),
  ...(owner && { section: owner.section, pattern: owner.page.pattern }),
})
