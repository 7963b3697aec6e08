import { paths } from '@marram/api-contract/paths'
import { LONGEST_QUERY } from '@marram/api-contract/search'
import { pageAsked } from '../components/paging'
import { kinds } from '../components/search/search-kinds'

/**
 * What an address searches for; `exact`: with none of the words corrected. An unknown kind counts as none; control
 * characters, such as a zero byte, as spaces.
 */
export function askedBy(url: URL) {
  const words = (url.searchParams.get('q') ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  // The cut may leave half a character.
  const q = words.slice(0, LONGEST_QUERY).replace(/\p{Surrogate}$/u, '')
  const kind = url.searchParams.get('kind') ?? ''
  return {
    q,
    kind: kinds().includes(kind) ? kind : undefined,
    page: pageAsked(url),
    exact: url.searchParams.get('exact') === 'true',
  }
}
export type Asked = ReturnType<typeof askedBy>

export const addressOf = ({ exact, ...asked }: Asked) => paths.search({ ...asked, exact: exact ? 'true' : undefined })
