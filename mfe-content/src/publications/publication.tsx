import { paths } from '@marram/api-contract/paths'
import { getPublication, listPublications } from '@marram/api-contract/publications'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Chip } from '@marram/ui/chip'
import { bySlug, latest } from '../api'
import { loadArticle } from '../components/article-data'
import { ChartBeside, drawable } from '../components/chart'
import { ArticlePage } from '../layouts/article-page'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

const calls = { getItem: bySlug(getPublication), listLatest: latest(listPublications) }

export const loader = (args: LoaderFunctionArgs) => loadArticle(args, { kind: 'publication', ...calls, count: 5 })

export function Component() {
  const article = useLoaderData<typeof loader>()
  const { category } = article.item
  const chart = drawable(article.item.chart)
  return (
    <ArticlePage
      article={article}
      linkTo={paths.publication}
      trail={[{ title: 'Publications', to: paths.publications() }]}
      chip={category && <Chip tone="quiet">{category.title}</Chip>}
      tools={chart && <ChartBeside chart={chart} />}
    />
  )
}
