import type { MediaItem } from '@marram/api-contract/digital-media'
import { listEveryMedia } from '../api'
import { type Paged, pageOf } from '../components/paging'

/**
 * The page of the list that a film is on, and the first for a film that is not there. Search leads here by slug,
 * because a film moves on to later pages as newer ones come.
 */
export async function pageOfFilm(
  film: string,
  category: string,
  size: number,
  signal: AbortSignal,
): Promise<Paged<MediaItem>> {
  const all = await listEveryMedia(category, signal)
  const before = all.findIndex(({ slug }) => slug === film)
  return pageOf(all, { page: Math.floor(Math.max(0, before) / size) + 1, size })
}
