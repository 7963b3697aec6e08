import { type CSSProperties, type FocusEvent, type ReactNode, useReducer, useRef, useState } from 'react'
import { ChevronIcon, PauseIcon, PlayIcon } from '../pictures/icons'
import css from './carousel.module.css'
import { rotate, rotating, turnsNow } from './carousel-rotation'
import { measure, scrollToSlide, useRotation, useView } from './carousel-row'
import { firstAfter, inWords, isInView, isWhole } from './carousel-view'

type Slide = { key: string; content: ReactNode }

type Props = {
  /** What it is called for people who do not see it. */
  label: string
  /** What the slides are, in the plural and in lower case, for the names of the buttons. */
  things: string
  slides: Slide[]
  /** How many stand side by side: on phones, from 700 px and from 1024 px. */
  shown: readonly [number, number, number]
  /** Milliseconds until it moves on by itself; without it, it waits for the visitor. */
  every?: number
  className?: string
}

/**
 * A row of slides that the browser itself scrolls: by finger, by keyboard and without JavaScript. Scripts add the
 * buttons and the rotation, and keep slides out of the tab order while they cannot be seen.
 */
export function Carousel({ label, things, slides, shown, every, className = '' }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const view = useView(row)
  const [rotation, tell] = useReducer(rotate, rotating)
  const [said, setSaid] = useState('')
  useRotation(row, turnsNow(rotation) ? every : undefined)

  const step = (by: 1 | -1) => {
    const now = measure(row.current)
    if (!now) return
    const first = firstAfter(now, by)
    tell('stop')
    scrollToSlide(row.current, first)
    setSaid(`${things}: ${inWords({ ...now, first })}`)
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
      onPointerEnter={() => tell('enter')}
      onPointerLeave={() => tell('leave')}
      onFocus={() => tell('focus')}
      onBlur={(event) => leavesFocus(event) && tell('blur')}
    >
      {every !== undefined && (
        <button
          type="button"
          className={`${css.control} ${css.rotation}`}
          aria-label={`${rotation.wanted ? 'Pause' : 'Start'} ${things}`}
          onClick={() => tell(rotation.wanted ? 'stop' : 'start')}
        >
          {rotation.wanted ? <PauseIcon /> : <PlayIcon />}
        </button>
      )}
      <ul className={css.row} ref={row} tabIndex={view && isWhole(view) ? undefined : 0} aria-label={things}>
        {slides.map(({ key, content }, i) => (
          <li key={key} className={css.slide} inert={view && !isInView(view, i)}>
            {content}
          </li>
        ))}
      </ul>
      <div className={css.steps}>
        <button type="button" className={css.control} aria-label={`Previous ${things}`} onClick={() => step(-1)}>
          <ChevronIcon className={css.back} />
        </button>
        <button type="button" className={css.control} aria-label={`Next ${things}`} onClick={() => step(1)}>
          <ChevronIcon className={css.on} />
        </button>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

/** Where all slides fit side by side there is nothing to turn. */
const fits = (count: number, [narrow, middle, wide]: Props['shown']) =>
  [count <= narrow && css.fitsNarrow, count <= middle && css.fitsMiddle, count <= wide && css.fitsWide]
    .filter(Boolean)
    .join(' ')
