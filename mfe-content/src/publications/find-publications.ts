import type { Publication } from '@marram/api-contract/publications'
import { matching } from '@marram/ui/matching'
import { listAllPublications, listPublicationsPage } from '../api'
import { type PageAsked, type Paged, pageOf } from '../components/paging'

type Asked = PageAsked & { q: string; category: string }

/** A page of publications. No host searches them, so words are looked for here, in the whole list. */
export async function findPublications(
  { q, category, ...page }: Asked,
  signal: AbortSignal,
): Promise<Paged<Publication>> {
  if (q === '') return listPublicationsPage(category, page, signal)
  const all = await listAllPublications(category, signal)
  return pageOf(all.filter(matching(q)), page)
}
