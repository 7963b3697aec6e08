import type { Publication } from '@marram/api-contract/publications'
import { visibleText } from '@marram/ui/visible-text'
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

/** Whether title or text has every word of `q`, in any form of its letters. */
export function matching(q: string): (item: Pick<Publication, 'title' | 'description'>) => boolean {
  const words = plain(q).split(/\s+/)
  return ({ title, description }) => {
    const text = plain(`${title} ${visibleText(description)}`)
    return words.every((word) => text.includes(word))
  }
}

/** Without case, accents and the difference between typed and printed apostrophes. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").toLowerCase().trim()
