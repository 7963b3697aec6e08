import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { SideList } from '@marram/ui/side-list'
import { unlessFailed } from '@marram/ui/unless-failed'
import { Wrap } from '@marram/ui/wrap'
import { listMediaCategories, listMediaPage } from '../api'
import goldenHour from '../art/digital-media.svg'
import { pageAsked, toLastPage } from '../components/paging'
import css from './digital-media.module.css'
import { pageOfFilm } from './page-of-film'
import { VideoCard, videoCards } from './video-card'

/** How many categories stand beside the list. */
const CATEGORIES = 5

/** A large card and four pairs. */
const PAGE_SIZE = 9

const addressOf = (category: string) => (page: number) =>
  paths.digitalMedia({ category, page: page > 1 ? page : undefined })

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const address = new URL(url)
  const category = address.searchParams.get('category')?.trim() ?? ''
  const film = address.searchParams.get('film')
  const [{ items, ...place }, categories] = await Promise.all([
    film
      ? pageOfFilm(film, category, PAGE_SIZE, signal)
      : listMediaPage(category, { page: pageAsked(address), size: PAGE_SIZE }, signal),
    unlessFailed(listMediaCategories(signal)),
  ])
  toLastPage({ items, ...place }, addressOf(category))
  return { category, ...place, cards: videoCards(items), categories: categories?.slice(0, CATEGORIES) }
}

export function Component() {
  const { category, page, pages, cards, categories } = useLoaderData<typeof loader>()
  const known = categories?.find(({ slug }) => slug === category)?.title
  const shown = category && (known ?? cards[0]?.category ?? 'Unknown category')
  const entries = [{ title: 'All', slug: '' }, ...(categories ?? [])].map(({ title, slug }) => ({
    key: slug,
    title,
    to: paths.digitalMedia({ category: slug }),
    current: slug === category,
  }))
  return (
    <>
      <PageMeta
        title={[shown, shown ? 'digital media' : 'Digital media', page > 1 && `page ${page}`]
          .filter(Boolean)
          .join(', ')}
        description="Films, talks and recordings from the shore, made by the people who were there."
        canonical={addressOf(category)(page)}
        noIndex={category !== '' && cards.length === 0}
      />
      <PageBanner title="Digital Media" hour="golden" art={goldenHour} />
      <Wrap className={css.columns}>
        <div>
          {categories ? (
            <SideList title="Categories" entries={entries} />
          ) : (
            <FailedBlock title="The categories could not be loaded." />
          )}
        </div>
        <section aria-labelledby="media-title">
          <h2 className={css.title} id="media-title">
            {shown || 'Films, talks and recordings'}
          </h2>
          {cards.length === 0 ? (
            <EmptyState>What we film and record for this category will appear here.</EmptyState>
          ) : (
            <ul className={css.cards}>
              {cards.map((card, i) => (
                <li key={card.slug ?? i} className={css.card} id={card.slug}>
                  <VideoCard {...card} />
                </li>
              ))}
            </ul>
          )}
          <Pager page={page} pages={pages} hrefFor={addressOf(category)} />
        </section>
      </Wrap>
    </>
  )
}
