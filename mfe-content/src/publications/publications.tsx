import { paths } from '@marram/api-contract/paths'
import type { Publication } from '@marram/api-contract/publications'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { SearchBox } from '@marram/ui/search-box'
import { unlessFailed } from '@marram/ui/unless-failed'
import { Wrap } from '@marram/ui/wrap'
import { listLatestPublications, listPublicationCategories } from '../api'
import forest from '../art/publications.svg'
import { LatestPosts, latestPosts } from '../components/latest-posts'
import { pageAsked, toLastPage } from '../components/paging'
import { Categories } from './categories'
import { findPublications } from './find-publications'
import { PublicationRow } from './publication-row'
import css from './publications.module.css'
import { ResultsHead } from './results-head'

const PAGE_SIZE = 8
const LATEST = 5
const EXCERPT = 280

type Asked = { q: string; category: string }
const addressOf = (asked: Asked) => (page: number) =>
  paths.publications({ ...asked, page: page > 1 ? page : undefined })

/** What a row shows; whole texts would double the page. */
const row = ({ slug, title, image, date, category, description }: Publication) => ({
  slug,
  title,
  image,
  date,
  category: category?.title,
  excerpt: excerpt(description, EXCERPT),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const asked = { q: url.searchParams.get('q')?.trim() ?? '', category: url.searchParams.get('category') ?? '' }
  const [list, categories, latest] = await Promise.all([
    findPublications({ ...asked, page: pageAsked(url), size: PAGE_SIZE }, request.signal),
    unlessFailed(listPublicationCategories(request.signal)),
    unlessFailed(listLatestPublications(LATEST, request.signal)),
  ])
  toLastPage(list, addressOf(asked))
  return { ...asked, list: { ...list, items: list.items.map(row) }, categories, latest: latestPosts(latest, LATEST) }
}

export function Component() {
  const { q, category, list, categories, latest } = useLoaderData<typeof loader>()
  const known = categories?.find(({ slug }) => slug === category)?.title
  const chosen = category && (known ?? list.items[0]?.category ?? 'Unknown category')
  return (
    <>
      <PageBanner title="Publications" hour="mist" art={forest} />
      <Wrap className={css.page}>
        <div className={css.tools}>
          <SearchBox
            action={paths.publications()}
            label="Search publications"
            placeholder="A place, a plant, a number"
            q={q}
            keep={{ category }}
          />
          <Categories categories={categories} q={q} current={category} />
        </div>
        <section className={css.list} aria-labelledby="results">
          <ResultsHead
            q={q}
            category={chosen}
            page={list.page}
            total={list.total}
            canonical={addressOf({ q: '', category })(list.page)}
          />
          {list.items.length === 0 && (
            <div className={css.empty}>
              <EmptyState>
                {q
                  ? 'No publication has all of these words. Fewer or shorter words find more.'
                  : 'What is published will stand here.'}
              </EmptyState>
            </div>
          )}
          {list.items.map(({ slug, ...item }, i) => (
            <PublicationRow key={slug} slug={slug} {...item} first={i === 0} />
          ))}
          <Pager page={list.page} pages={list.pages} hrefFor={addressOf({ q, category })} />
        </section>
        <div className={css.latest}>
          <LatestPosts posts={latest} linkTo={paths.publication} />
        </div>
      </Wrap>
    </>
  )
}
