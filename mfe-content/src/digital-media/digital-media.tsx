import * as media from '@marram/api-contract/digital-media'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { CategoryChip, Chip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { outsidePlace } from '@marram/ui/film-player-address'
import { FilmButton } from '@marram/ui/film-player-button'
import { ArrowIcon, PlayIcon } from '@marram/ui/icons'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { Picture } from '@marram/ui/picture'
import { unlessFailed } from '@marram/ui/unless-failed'
import { ofCategory, pageOfCategory } from '../api'
import goldenHour from '../art/digital-media.svg'
import { type Paged, pageAsked, pageOf, pageTitle, toLastPage } from '../components/paging'
import { CategoryList, categoryTitle } from '../components/side-list'
import { ListLayout } from '../layouts/list-layout'
import css from './digital-media.module.css'
import videoCardCss from './video-card.module.css'

const lists = [media.listMedia, media.listMediaByCategory] as const
const CATEGORIES = 5
/** Characters of the description: no other page has the rest of it. */
const EXCERPT = 240

/** A large card beside the categories, two rows of three and a pair. */
const PAGE_SIZE = 9

const addressOf = (category: string) => (page: number) => paths.digitalMedia({ category, page })

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const address = new URL(url)
  const category = address.searchParams.get('category')?.trim() ?? ''
  const film = address.searchParams.get('film')
  const [{ items, ...place }, categories] = await Promise.all([
    film
      ? pageOfFilm(film, category, signal)
      : pageOfCategory(...lists)(category, { page: pageAsked(address), size: PAGE_SIZE }, signal),
    unlessFailed(get(media.listMediaCategories, { signal })),
  ])
  toLastPage(place, addressOf(category))
  return { category, ...place, cards: items.map(videoCard), categories: categories?.slice(0, CATEGORIES) }
}

export function Component() {
  const { category, page, pages, cards, categories } = useLoaderData<typeof loader>()
  const shown = categoryTitle(category, categories, cards)
  const [newest, ...others] = cards
  return (
    <>
      <PageMeta
        title={pageTitle(page, shown, shown ? 'digital media' : 'Digital media')}
        description="Films, talks and recordings from the shore, made by the people who were there."
        canonical={addressOf(category)(page)}
        noIndex={category !== '' && cards.length === 0}
      />
      <PageBanner title="Digital Media" hour="golden" art={goldenHour} />
      <ListLayout
        side={
          <CategoryList
            categories={categories}
            current={category}
            hrefFor={(category) => paths.digitalMedia({ category })}
          />
        }
        sideAt="start"
        titleId="media-title"
        newest={
          <>
            <h2 className={css.title} id="media-title">
              {shown || 'Films, talks and recordings'}
            </h2>
            {newest ? (
              <div className={css.card} id={newest.slug}>
                <VideoCard {...newest} large />
              </div>
            ) : (
              <EmptyState>What we film and record for this category will appear here.</EmptyState>
            )}
          </>
        }
        others={
          <>
            {others.length > 0 && (
              <ul className={css.cards}>
                {others.map((card, i) => (
                  <li key={card.slug ?? i} className={css.card} id={card.slug}>
                    <VideoCard {...card} />
                  </li>
                ))}
              </ul>
            )}
            <Pager page={page} pages={pages} hrefFor={addressOf(category)} />
          </>
        }
      />
    </>
  )
}

/** The page that a film is on, or the first. Search links to films, whose pages change as newer ones come. */
export async function pageOfFilm(film: string, category: string, signal: AbortSignal): Promise<Paged<media.MediaItem>> {
  const all = await ofCategory(...lists)(category, signal)
  const before = all.findIndex(({ slug }) => slug === film)
  return pageOf(all, { page: Math.floor(Math.max(0, before) / PAGE_SIZE) + 1, size: PAGE_SIZE })
}

const videoCard = ({ slug, link, keyword, title, description, date, image, category }: media.MediaItem) => ({
  slug,
  keyword,
  title,
  date,
  image,
  // What plays here has the play mark, and its player has the way to YouTube.
  place: keyword ? undefined : outsidePlace(link),
  category: category?.title,
  text: excerpt(description, EXCERPT),
})

type CardProps = ReturnType<typeof videoCard> & { large?: boolean }

/** A film or recording. Without a film id it gets no play mark: there would be nothing to play. */
function VideoCard({ keyword, title, date, image, place, category, text, large }: CardProps) {
  const picture = (
    <Picture
      src={image}
      width={1280}
      height={720}
      sizes="(min-width: 68.75em) 33.75em, (min-width: 40em) 60vw, 100vw"
    />
  )
  return (
    <article className={`${videoCardCss.card} ${large ? videoCardCss.large : ''}`}>
      {keyword ? (
        <FilmButton className={videoCardCss.picture} title={title} keyword={keyword}>
          {picture}
          <span className={videoCardCss.mark}>
            <PlayIcon className={videoCardCss.sign} />
          </span>
        </FilmButton>
      ) : (
        <div className={videoCardCss.picture}>{picture}</div>
      )}
      <div className={videoCardCss.words}>
        <p className={videoCardCss.meta}>
          <CategoryChip title={category} /> {!keyword && !place && <Chip tone="quiet">Not online yet</Chip>}{' '}
          <LongDate value={date} />
        </p>
        <h3 className={videoCardCss.title}>{title}</h3>
        <p className={videoCardCss.text}>{text}</p>
        {place && (
          <a className={videoCardCss.link} href={place.href} rel="noopener noreferrer">
            Watch on {place.host}
            <span className="visually-hidden">: {title}</span> <ArrowIcon className={videoCardCss.arrow} />
          </a>
        )}
      </div>
    </article>
  )
}
