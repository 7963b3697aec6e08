import { imageUrl } from '@marram/sdk/configuration'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { ChevronIcon, PlayIcon } from '../pictures/icons'
import { FilmFrame } from './film-player'
import { filmPage, outsidePlace } from './film-player-address'
import css from './lightbox.module.css'
import { LightboxDialog } from './lightbox-dialog'
import room from './lightbox-dialog.module.css'

/** A picture, or a film where there is a `keyword`, its id on YouTube; `image` is then its still. */
export type LightboxItem = {
  title?: string
  image: string
  keyword: string | null
  /** Where a film can also be watched. */
  link?: string | null
}

type Props = { items: LightboxItem[]; start: number; onClose: () => void }

/** Pictures and films one by one, as large as the screen allows. After the last comes the first. */
export function Lightbox({ items, start, onClose }: Props) {
  const [at, setAt] = useState(start)
  // A film plays at once only if the visitor opened the lightbox with it.
  const [playing, setPlaying] = useState(Boolean(items[start]?.keyword))
  const item = items[at] as LightboxItem
  const neighbour = (steps: number) => (at + steps + items.length) % items.length
  const go = (steps: number) => {
    setPlaying(false)
    setAt(neighbour(steps))
  }
  const swipe = useSwipe(go)
  const loadNeighbours = () => {
    for (const image of [items[neighbour(-1)]?.image, items[neighbour(1)]?.image])
      if (image) new Image().src = imageUrl(image)
  }

  const name = item.title || `${item.keyword ? 'Film' : 'Picture'} ${at + 1}`
  const several = items.length > 1
  // The way out where a network or a browser blocks the player.
  const place = outsidePlace(item.link ?? filmPage(item.keyword))
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
          <img
            key={at}
            className={css.picture}
            src={imageUrl(item.image)}
            alt={name}
            draggable={false}
            onLoad={loadNeighbours}
          />
        )}
        {item.keyword && !playing && (
          <button type="button" className={css.play} onClick={() => setPlaying(true)}>
            <PlayIcon className={css.sign} />
            <span className="visually-hidden">Play the film: {name}</span>
          </button>
        )}
      </div>
      <div className={css.foot}>
        {several && <Step name="Previous" sign={css.back} onClick={() => go(-1)} />}
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
        {several && <Step name="Next" sign={css.on} onClick={() => go(1)} />}
      </div>
    </LightboxDialog>
  )
}

const Step = ({ name, sign, onClick }: { name: string; sign: string | undefined; onClick: () => void }) => (
  <button type="button" className={`${room.round} ${css.step}`} onClick={onClick}>
    <ChevronIcon className={sign} />
    <span className="visually-hidden">{name}</span>
  </button>
)

/** CSS pixels from which a movement is a swipe. */
const FAR = 48

/** Handlers of the element. `go` gets 1 for the next picture and -1 for the one before. */
function useSwipe(go: (steps: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(null)
  const swiped = useRef(false)
  return {
    onPointerDown({ isPrimary, clientX: x, clientY: y }: PointerEvent) {
      swiped.current = false
      // A second finger is there to zoom.
      from.current = isPrimary ? { x, y } : null
    },
    onPointerUp({ clientX, clientY, currentTarget }: PointerEvent) {
      if (!from.current) return
      const [right, down] = [clientX - from.current.x, clientY - from.current.y]
      from.current = null
      if (Math.abs(right) < FAR || Math.abs(right) < Math.abs(down)) return
      swiped.current = true
      go(right < 0 === currentTarget.matches(':dir(ltr)') ? 1 : -1)
    },
    /** The end of a swipe is not a click. */
    onClickCapture(event: MouseEvent) {
      if (swiped.current) event.stopPropagation()
      swiped.current = false
    },
  }
}
