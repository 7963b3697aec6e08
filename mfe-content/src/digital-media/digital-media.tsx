import { paths } from '@marram/contracts/paths'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { PageBanner } from '@marram/ui/page-banner'
import { SideList } from '@marram/ui/side-list'
import { Wrap } from '@marram/ui/wrap'
import { listMedia, listMediaCategories } from '../api'
import goldenHour from '../art/digital-media.svg'
import { unlessFailed } from '../components/unless-failed'
import css from './digital-media.module.css'
import { VideoCard, videoCards } from './video-card'

/** How many categories stand beside the list. */
const CATEGORIES = 5

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const category = new URL(url).searchParams.get('category')?.trim() ?? ''
  const [media, categories] = await Promise.all([
    listMedia(category, signal),
    unlessFailed(listMediaCategories(signal)),
  ])
  return { category, cards: videoCards(media), categories: categories?.slice(0, CATEGORIES) }
}

export function Component() {
  const { category, cards, categories } = useLoaderData<typeof loader>()
  const shown = categories?.find(({ slug }) => slug === category)?.title
  const entries = [{ title: 'All', slug: '' }, ...(categories ?? [])].map(({ title, slug }) => ({
    key: slug,
    title,
    to: paths.digitalMedia({ category: slug }),
    current: slug === category,
  }))
  return (
    <>
      <PageMeta
        title={shown ? `${shown}, digital media` : 'Digital media'}
        description="Films, talks and recordings from the shore, made by the people who were there."
        canonical={paths.digitalMedia({ category })}
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
            {shown ?? (category ? 'This category' : 'Films, talks and recordings')}
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
        </section>
      </Wrap>
    </>
  )
}
