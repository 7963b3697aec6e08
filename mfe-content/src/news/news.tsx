import { listMainNews, listMainNewsByCategory, listMainNewsCategories } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { CardGrid } from '@marram/ui/torn-card'
import { unlessFailed } from '@marram/ui/unless-failed'
import { pageOfCategory } from '../api'
import shore from '../art/news.svg'
import { ArticleCard } from '../components/article-card'
import { articleCard } from '../components/article-data'
import { pageAsked, pageTitle, toLastPage } from '../components/paging'
import { CategoryList, categoryTitle } from '../components/side-list'
import { ListLayout } from '../layouts/list-layout'
import css from './news.module.css'

/** A large card beside the categories, and two rows of four. */
const PAGE_SIZE = 9
const EXCERPT = 150

const addressOf = (category: string) => (page: number) => paths.newsList({ category, page })

export async function loader({ request: { url: asked, signal } }: LoaderFunctionArgs) {
  const url = new URL(asked)
  const category = url.searchParams.get('category') ?? ''
  const [list, categories] = await Promise.all([
    pageOfCategory(listMainNews, listMainNewsByCategory)(category, { page: pageAsked(url), size: PAGE_SIZE }, signal),
    unlessFailed(get(listMainNewsCategories, { signal })),
  ])
  toLastPage(list, addressOf(category))
  return { ...list, items: list.items.map((item) => articleCard(item, EXCERPT)), category, categories }
}

export function Component() {
  const { page, pages, items, category, categories } = useLoaderData<typeof loader>()
  const chosen = categoryTitle(category, categories, items)
  const [newest, ...others] = items
  return (
    <>
      <PageMeta
        title={pageTitle(page, chosen, 'News')}
        description="What happened on the coast and among the people who measure it, and what we got wrong."
        canonical={addressOf(category)(page)}
        noIndex={category !== '' && items.length === 0}
      />
      <PageBanner title="News" hour="mist" art={shore} />
      <ListLayout
        side={
          <CategoryList
            categories={categories}
            current={category}
            hrefFor={(category) => paths.newsList({ category })}
          />
        }
        sideAt="start"
        titleId="news-list"
        newest={
          <div className={css.newest}>
            <h2 className={css.title} id="news-list">
              {chosen || 'All news'}
            </h2>
            {newest ? (
              <ArticleCard shape="wide" to={paths.newsItem(newest.slug)} card={newest} />
            ) : (
              <EmptyState>What happens will appear here.</EmptyState>
            )}
          </div>
        }
        others={
          <>
            {others.length > 0 && (
              <CardGrid columns={4} rows>
                {others.map((item) => (
                  <li key={item.slug}>
                    <ArticleCard shape="small" to={paths.newsItem(item.slug)} card={item} />
                  </li>
                ))}
              </CardGrid>
            )}
            <Pager page={page} pages={pages} hrefFor={addressOf(category)} />
          </>
        }
      />
    </>
  )
}
