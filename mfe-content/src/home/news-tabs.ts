import { paths } from '@marram/api-contract/paths'

/** Without scripts the browser comes back to the tabs. */
const addressOf = (category: string) => `${paths.home()}${category && `?news=${category}`}#recent-news`

const tab = (title: string, category: string) => ({ key: category || 'all', title, category, to: addressOf(category) })

/** The tabs of recent news, in order. `category` is a slug of the API; the first shows everything. */
export const newsTabs = [
  tab('All', ''),
  tab('Sports', 'sports'),
  tab('Olympiad', 'olympiad'),
  tab('Exhibitions', 'exhibitions'),
]

/** The tab that the query of an address asks for; everything where it asks for something that is no tab. */
export function newsTab(search: string) {
  const asked = new URLSearchParams(search).get('news')
  return newsTabs.find(({ category }) => category === asked) ?? (newsTabs[0] as (typeof newsTabs)[number])
}
