import type { MediaItem } from '@marram/api-contract/digital-media'
import { CategoryChip, Chip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { excerpt } from '@marram/ui/excerpt'
import { outsidePlace } from '@marram/ui/film-player-address'
import { FilmButton } from '@marram/ui/film-player-button'
import { ArrowIcon, PlayIcon } from '@marram/ui/icons'
import { Picture } from '@marram/ui/picture'
import css from './video-card.module.css'

/** Characters of the description: no other page has the rest of it. */
const EXCERPT = 340

/** What a card shows of each item. */
export const videoCards = (items: MediaItem[]) =>
  items.map(({ slug, link, keyword, title, description, date, image, category }) => ({
    slug,
    keyword,
    title,
    date,
    image,
    place: outsidePlace(link),
    category: category?.title,
    text: excerpt(description, EXCERPT),
  }))

type Props = ReturnType<typeof videoCards>[number]

/** A film or recording. What has no film id gets no play mark: there would be nothing to play. */
export function VideoCard({ keyword, title, date, image, place, category, text }: Props) {
  const picture = (
    <Picture src={image} width={1280} height={720} sizes="(min-width: 1100px) 540px, (min-width: 640px) 60vw, 100vw" />
  )
  return (
    <article className={css.card}>
      {keyword ? (
        <FilmButton className={css.picture} title={title} keyword={keyword}>
          {picture}
          <span className={css.mark}>
            <PlayIcon className={css.sign} />
          </span>
        </FilmButton>
      ) : (
        <div className={css.picture}>{picture}</div>
      )}
      <div>
        <p className={css.meta}>
          <CategoryChip title={category} /> {!keyword && !place && <Chip tone="quiet">Not online yet</Chip>}{' '}
          <LongDate value={date} />
        </p>
        <h3 className={css.title}>{title}</h3>
        <p className={css.text}>{text}</p>
        {place && (
          <a className={css.link} href={place.href} rel="noopener noreferrer">
            Watch on {place.host}
            <span className="visually-hidden">: {title}</span> <ArrowIcon className={css.arrow} />
          </a>
        )}
      </div>
    </article>
  )
}
