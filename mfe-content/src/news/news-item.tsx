import { getMainNews, listMainNews } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { CategoryChip } from '@marram/ui/chip'
import { bySlug, latest } from '../api'
import { loadArticle } from '../components/article-data'
import { ArticlePage } from '../layouts/article-page'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) =>
  loadArticle(args, { kind: 'main-news', getItem: bySlug(getMainNews), listLatest: latest(listMainNews), count: 6 })

export function Component() {
  const article = useLoaderData<typeof loader>()
  return (
    <ArticlePage
      article={article}
      linkTo={paths.newsItem}
      trail={[{ title: 'News', to: paths.newsList() }]}
      chip={<CategoryChip title={article.item.category.title} />}
    />
  )
}
