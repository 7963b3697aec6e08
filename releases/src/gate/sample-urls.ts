import { listItemPages } from '@marram/api-contract/item-pages'
import { readLeniently } from '@marram/api-contract/lenient'
import { matchPattern } from '@marram/release-contract/patterns'
import type { SectionRelease } from '@marram/release-contract/release'
import { sampleOf } from '../live/compatibility'

const PATIENCE_MS = 2000

/** An address of each page that the server renders: of an item that there is, where the API says one. */
export function sampleUrls({ pages }: Pick<SectionRelease, 'pages'>, items: string[]): Map<string, string> {
  const rendered = pages.filter((page) => !page.private && !page.requiresLogin)
  return new Map(
    rendered.map(({ pattern }) => [pattern, items.find((url) => matchPattern(pattern, url)) ?? sampleOf(pattern)]),
  )
}

/** Addresses of items; none where the API cannot be asked, which is no fault of a release. */
export async function itemUrls(apiUrl: string): Promise<string[]> {
  try {
    const response = await fetch(apiUrl + listItemPages.path, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const { data } = (await response.json()) as { data?: unknown }
    return readLeniently(listItemPages.data, data).map(({ url }) => url)
  } catch {
    // Pages are then rendered without their items, and the report says so.
    return []
  }
}
