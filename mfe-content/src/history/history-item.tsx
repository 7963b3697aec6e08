import { getNews, listNews } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { CategoryChip } from '@marram/ui/chip'
import { SearchBox } from '@marram/ui/search-box'
import { bySlug, latest } from '../api'
import { loadArticle } from '../components/article-data'
import { ArticlePage } from '../layouts/article-page'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

/** Pages that list the items of a category: these items have no list of their own. */
const lists: Record<string, string> = {
  sports: paths.sports(),
  olympiad: paths.olympiads(),
  exhibitions: paths.exhibitions(),
  submissions: paths.submissions(),
}

export const loader = (args: LoaderFunctionArgs) =>
  loadArticle(args, { kind: 'news', getItem: bySlug(getNews), listLatest: latest(listNews), count: 5 })

export function Component() {
  const article = useLoaderData<typeof loader>()
  const { slug, title } = article.item.category
  return (
    <ArticlePage
      article={article}
      linkTo={paths.history}
      trail={lists[slug] ? [{ title, to: lists[slug] }] : [{ title: 'News', to: paths.newsList() }]}
      chip={<CategoryChip title={title} />}
      tools={
        <SearchBox
          action={paths.search()}
          label="Search news"
          placeholder="A place, a name, a year"
          keep={{ kind: 'news' }}
        />
      }
    />
  )
}
