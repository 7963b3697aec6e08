import { paths } from '@marram/api-contract/paths'
import { countPublications, listPublications, listPublicationsByCategory } from '@marram/api-contract/publications'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Chip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { matching } from '@marram/ui/matching'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { SearchBox } from '@marram/ui/search-box'
import { TitleAndDeck } from '@marram/ui/title-and-deck'
import { unlessFailed } from '@marram/ui/unless-failed'
import { latest as latestOf, ofCategory, pageOfCategory } from '../api'
import forest from '../art/publications.svg'
import { articleCard } from '../components/article-data'
import { LatestPosts, latestPosts } from '../components/latest-posts'
import { pageAsked, pageOf, pageTitle, toLastPage } from '../components/paging'
import { CategoryList, categoryTitle } from '../components/side-list'
import { ListLayout } from '../layouts/list-layout'
import publicationRowCss from './publication-row.module.css'
import css from './publications.module.css'
import resultsHeadCss from './results-head.module.css'

/** One beside the search, and four pairs. */
const PAGE_SIZE = 9
const LATEST = 5
const EXCERPT = 280

type Asked = { q: string; category: string }
const addressOf = (asked: Asked) => (page: number) => paths.publications({ ...asked, page })

export async function loader({ request: { url: address, signal } }: LoaderFunctionArgs) {
  const url = new URL(address)
  const asked = { q: url.searchParams.get('q')?.trim() ?? '', category: url.searchParams.get('category') ?? '' }
  const { q, category } = asked
  const paging = { page: pageAsked(url), size: PAGE_SIZE }
  const lists = [listPublications, listPublicationsByCategory] as const
  // The first page of all begins with the latest itself.
  const isNewest = paging.page === 1 && !q && !category
  const [list, categories, latest] = await Promise.all([
    q === ''
      ? pageOfCategory(...lists)(category, paging, signal)
      : // No host searches them, so words are searched for here, in the whole list.
        ofCategory(...lists)(category, signal).then((all) => pageOf(all.filter(matching(q)), paging)),
    unlessFailed(get(countPublications, { signal })),
    isNewest ? [] : unlessFailed(latestOf(listPublications)(LATEST, signal)),
  ])
  toLastPage(list, addressOf(asked))
  return {
    ...asked,
    ...list,
    items: list.items.map((item) => articleCard(item, EXCERPT)),
    categories,
    latest: latestPosts(latest, LATEST),
  }
}

export function Component() {
  const { q, category, items, page, pages, total, categories, latest } = useLoaderData<typeof loader>()
  const chosen = categoryTitle(category, categories, items)
  const [newest, ...others] = items
  return (
    <>
      <PageMeta
        title={pageTitle(page, q ? `Search for “${q}”` : chosen, 'Publications')}
        description="Reports, field guides, data notes and lesson plans by the people who measured what they write about."
        canonical={addressOf({ q: '', category })(page)}
        noIndex={q !== '' || (category !== '' && total === 0)}
      />
      <PageBanner title="Publications" hour="mist" art={forest} />
      <ListLayout
        side={
          <>
            <SearchBox
              action={paths.publications()}
              label="Search publications"
              placeholder="A place, a plant, a number"
              q={q}
              keep={{ category }}
            />
            {categories?.length !== 0 && (
              // The words that are searched for stay when a category is chosen.
              <CategoryList
                categories={categories}
                current={category}
                hrefFor={(category) => paths.publications({ q, category })}
                counted
              />
            )}
          </>
        }
        sideAt="end"
        titleId="results"
        newest={
          <>
            <header className={resultsHeadCss.head}>
              <h2 className={resultsHeadCss.title} id="results">
                {q ? `“${q}”` : chosen || 'All publications'}
              </h2>
              <p className={resultsHeadCss.found}>
                {total === 1 ? '1 publication' : `${total} publications`}
                {q && chosen && ` in ${chosen}`}
                {q && ' found'}
                {(q || chosen) && <Link to={paths.publications()}>Show all publications</Link>}
              </p>
            </header>
            {newest ? (
              <PublicationRow {...newest} first />
            ) : (
              <div className={css.empty}>
                <EmptyState>
                  {q
                    ? 'No publication has all of these words. Fewer or shorter words find more.'
                    : 'What is published will appear here.'}
                </EmptyState>
              </div>
            )}
          </>
        }
        others={
          <>
            <div className={css.pairs}>
              {others.map((item) => (
                <PublicationRow key={item.slug} {...item} />
              ))}
            </div>
            <Pager page={page} pages={pages} hrefFor={addressOf({ q, category })} />
          </>
        }
        below={<LatestPosts posts={latest} linkTo={paths.publication} />}
      />
    </>
  )
}

/** `first`: on the first screen, and larger. */
type RowProps = ReturnType<typeof articleCard> & { first?: boolean }

/** Picture at the left, words at the right; the whole row follows the link in its title. */
function PublicationRow({ slug, title, image, date, category, excerpt, first }: RowProps) {
  return (
    <article className={first ? `${publicationRowCss.row} ${publicationRowCss.first}` : publicationRowCss.row}>
      <div className={publicationRowCss.picture}>
        <Picture src={image} width={600} height={450} sizes="(min-width: 47.5em) 25em, 100vw" eager={first} />
        <Ridge seed={slug} />
      </div>
      <div>
        <p className={publicationRowCss.facts}>
          <LongDate value={date} />
          {category && <Chip tone="quiet">{category}</Chip>}
        </p>
        <h3 className={publicationRowCss.title}>
          <Link to={paths.publication(slug)}>
            <TitleAndDeck title={title} />
          </Link>
        </h3>
        <p className={publicationRowCss.excerpt}>{excerpt}</p>
      </div>
    </article>
  )
}
