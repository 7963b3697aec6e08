import { type CSSProperties, type FocusEvent, type ReactNode, useState } from 'react'
import { ChevronIcon, PauseIcon, PlayIcon } from '../pictures/icons'
import css from './carousel.module.css'
import { inWords, isInView, isWhole, useRow } from './carousel-row'

type Slide = { key: string; content: ReactNode }

type Props = {
  /** Its accessible name. */
  label: string
  /** What the slides are, such as `opinions`, for the names of the buttons. */
  things: string
  slides: Slide[]
  /** How many stand side by side: on phones, from 700 px and from 1024 px. */
  shown: readonly [number, number, number]
  /** Milliseconds after which it moves on by itself. */
  every?: number
  className?: string
}

/**
 * A row of slides that the browser scrolls, without JavaScript too. Scripts add buttons and rotation; until the page
 * responds, the shell's boot script moves the row by `data-moves`.
 */
export function Carousel({ label, things, slides, shown, every, className = '' }: Props) {
  // It rotates until the visitor stops it, and pauses while it has the pointer or the focus.
  const [isWanted, setWanted] = useState(true)
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [announced, setAnnounced] = useState('')
  const { view, attach, move } = useRow(isWanted && !hasPointer && !hasFocus ? every : undefined)

  const step = (by: 1 | -1) => {
    const next = move(by)
    if (!next) return
    setWanted(false)
    setAnnounced(`${things}: ${inWords(next)}`)
  }
  /** Pressed with pointer and focus on the button: they pause it again from their next move on. */
  const start = () => {
    setWanted(true)
    setPointer(false)
    setFocus(false)
  }
  const leavesFocus = ({ currentTarget, relatedTarget }: FocusEvent) =>
    !currentTarget.contains(relatedTarget as Node | null)
  const [narrow, middle, wide] = shown.map((most) => Math.max(1, Math.min(most, slides.length)))

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className={`${css.carousel} ${fits(slides.length, shown)} ${className}`}
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      style={{ '--narrow': narrow, '--middle': middle, '--wide': wide } as CSSProperties}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={(event) => leavesFocus(event) && setFocus(false)}
    >
      {every !== undefined && (
        <button
          type="button"
          className={`${css.control} ${css.rotation}`}
          aria-label={`${isWanted ? 'Pause' : 'Start'} ${things}`}
          onClick={isWanted ? () => setWanted(false) : start}
        >
          {isWanted ? <PauseIcon /> : <PlayIcon />}
        </button>
      )}
      <ul className={css.row} ref={attach} tabIndex={view && isWhole(view) ? undefined : 0} aria-label={things}>
        {slides.map(({ key, content }, i) => (
          <li key={key} className={css.slide} inert={view && !isInView(view, i)}>
            {content}
          </li>
        ))}
      </ul>
      <div className={css.steps}>
        <button
          type="button"
          className={css.control}
          aria-label={`Previous ${things}`}
          data-moves="-1"
          onClick={() => step(-1)}
        >
          <ChevronIcon className={css.back} />
        </button>
        <button
          type="button"
          className={css.control}
          aria-label={`Next ${things}`}
          data-moves="1"
          onClick={() => step(1)}
        >
          <ChevronIcon className={css.on} />
        </button>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {announced}
      </p>
    </div>
  )
}

/** Classes that hide the buttons where all slides fit side by side. */
const fits = (count: number, [narrow, middle, wide]: Props['shown']) =>
  [count <= narrow && css.fitsNarrow, count <= middle && css.fitsMiddle, count <= wide && css.fitsWide]
    .filter(Boolean)
    .join(' ')
