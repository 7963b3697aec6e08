import { imageUrl } from '@marram/sdk/configuration'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { ChevronIcon, PlayIcon } from '../pictures/icons'
import { outsidePlace } from './film-player-address'
import { FilmFrame } from './film-player-frame'
import css from './lightbox.module.css'
import { LightboxDialog } from './lightbox-dialog'
import room from './lightbox-dialog.module.css'
import { useSwipe } from './lightbox-swipe'

/** A picture, or a film where there is a `keyword`, its id on YouTube; `image` is then its still. */
export type LightboxItem = {
  title?: string
  image: string
  keyword: string | null
  /** Where a film can also be watched. */
  link?: string | null
}

type Props = { items: LightboxItem[]; start: number; onClose: () => void }

/** Pictures one by one, as large as the screen allows; the last is followed by the first. A film plays once asked for. */
export function Lightbox({ items, start, onClose }: Props) {
  const [at, setAt] = useState(start)
  // The visitor opened a film by its play mark; one that they come by waits to be asked.
  const [playing, setPlaying] = useState(Boolean(items[start]?.keyword))
  const item = items[at] as LightboxItem
  const neighbour = (steps: number) => (at + steps + items.length) % items.length
  const go = (steps: number) => {
    setPlaying(false)
    setAt(neighbour(steps))
  }
  const swipe = useSwipe(go)
  const [before, after] = [items[neighbour(-1)]?.image, items[neighbour(1)]?.image]
  useEffect(() => {
    for (const image of [before, after]) if (image) new Image().src = imageUrl(image)
  }, [before, after])

  const name = item.title || `${item.keyword ? 'Film' : 'Picture'} ${at + 1}`
  const several = items.length > 1
  const place = outsidePlace(item.link)
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const forward = event.currentTarget.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
    if (several && /^Arrow(Left|Right)$/.test(event.key)) go(event.key === forward ? 1 : -1)
  }
  return (
    <LightboxDialog label="Gallery" onClose={onClose} onKeyDown={onKeyDown}>
      <div className={css.stage} {...(several && swipe)}>
        {playing ? (
          <FilmFrame title={name} keyword={item.keyword} />
        ) : (
          <img key={at} className={css.picture} src={imageUrl(item.image)} alt={name} draggable={false} />
        )}
        {item.keyword && !playing && (
          <button type="button" className={css.play} onClick={() => setPlaying(true)}>
            <PlayIcon className={css.sign} />
            <span className="visually-hidden">Play the film: {name}</span>
          </button>
        )}
      </div>
      <div className={css.foot}>
        {several && (
          <button type="button" className={`${room.round} ${css.step}`} onClick={() => go(-1)}>
            <ChevronIcon className={css.back} />
            <span className="visually-hidden">Previous</span>
          </button>
        )}
        <p className={css.caption} aria-live="polite">
          <span className={css.title}>{name}</span>{' '}
          {several && (
            <span className={css.count}>
              {at + 1} of {items.length}
            </span>
          )}
          {place && (
            <a className={css.link} href={place.href} rel="noopener noreferrer">
              Watch on {place.host}
            </a>
          )}
        </p>
        {several && (
          <button type="button" className={`${room.round} ${css.step}`} onClick={() => go(1)}>
            <ChevronIcon className={css.on} />
            <span className="visually-hidden">Next</span>
          </button>
        )}
      </div>
    </LightboxDialog>
  )
}
