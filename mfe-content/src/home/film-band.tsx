import { imageUrl } from '@marram/sdk/configuration'
import { FilmButton } from '@marram/ui/film-player-button'
import { PlayIcon } from '@marram/ui/icons'
import css from './film-band.module.css'

type Props = {
  title: string
  description?: string
  /** A still of the film; without one the band is the colour of late afternoon. */
  image?: string
  /** Video id; without one the player says that something went wrong. */
  keyword: string | null
}

/** The featured film. Nothing of it is loaded before a visitor presses play. */
export function FilmBand({ title, description, image, keyword }: Props) {
  return (
    <section className={css.band} id="film" aria-labelledby="film-title">
      {image && (
        <img
          className={css.picture}
          src={imageUrl(image)}
          alt=""
          width="1600"
          height="760"
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={css.row}>
        <div>
          <h2 className={css.title} id="film-title">
            {title}
          </h2>
          {description && <p className={css.text}>{description}</p>}
        </div>
        <FilmButton className={css.play} title={title} keyword={keyword}>
          <PlayIcon className={css.sign} />
        </FilmButton>
      </div>
    </section>
  )
}
