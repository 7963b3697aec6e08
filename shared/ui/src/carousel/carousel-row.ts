import { useCallback, useEffect, useRef, useState } from 'react'

/** Which of a row of equal slides can be seen. */
type View = { first: number; shown: number; count: number }

type Measured = {
  /** Pixels; negative where the row runs from right to left. */
  scrolled: number
  /** Width of the row's window. */
  room: number
  slide: number
  /** From the start of one slide to the start of the next. */
  step: number
  count: number
}

/** Undefined if nothing is laid out. */
export function viewOf({ scrolled, room, slide, step, count }: Measured): View | undefined {
  if (!(step > 0) || !(room > 0)) return undefined
  const shown = Math.min(count, Math.max(1, Math.round((room + step - slide) / step)))
  const first = Math.min(count - shown, Math.max(0, Math.round(Math.abs(scrolled) / step)))
  return { first, shown, count }
}

const sameView = (a: View | undefined, b: View | undefined) =>
  a?.first === b?.first && a?.shown === b?.shown && a?.count === b?.count

export const isWhole = ({ shown, count }: View) => shown >= count

export const isInView = ({ first, shown }: View, slide: number) => slide >= first && slide < first + shown

/** The slide that comes first after one step. After the end comes the start, and before the start the end. */
export function firstAfter({ first, shown, count }: View, step: 1 | -1): number {
  const places = count - shown + 1
  return (first + step + places) % places
}

/** `2 of 8`, or `2 to 6 of 8`. */
export const inWords = ({ first, shown, count }: View) =>
  `${shown > 1 ? `${first + 1} to ${first + shown}` : first + 1} of ${count}`

/** The row is a list that scrolls; its items are the slides. */
type Row = HTMLElement | null

function measure(row: Row): View | undefined {
  const [one, two] = row?.children ?? []
  if (!row || !one) return undefined
  const slide = one.getBoundingClientRect()
  const step = two ? Math.abs(two.getBoundingClientRect().left - slide.left) : slide.width
  return viewOf({
    scrolled: row.scrollLeft,
    room: row.clientWidth,
    slide: slide.width,
    step,
    count: row.children.length,
  })
}

/** Scrolls the row, never the page. */
function scrollToSlide(row: Row, slide: number): void {
  const target = row?.children[slide]
  if (!row || !target) return
  const edge = getComputedStyle(row).direction === 'rtl' ? 'right' : 'left'
  row.scrollBy({ left: target.getBoundingClientRect()[edge] - row.getBoundingClientRect()[edge] })
}

/**
 * A row and what can be seen of it, which is undefined until it is measured, as on the server. Every `every`
 * milliseconds it moves on by one slide, but not in a hidden tab or for visitors who want reduced motion.
 */
export function useRow(every: number | undefined) {
  const [view, setView] = useState<View>()
  const row = useRef<Row>(null)
  const attach = useCallback((list: Row) => {
    if (!list) return
    const look = () => {
      const now = measure(list)
      setView((before) => (sameView(before, now) ? before : now))
    }
    row.current = list
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      row.current = null
      sizes.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [])
  /** Scrolls by one slide. Returns what is then in view; undefined if nothing is laid out. */
  const move = useCallback((by: 1 | -1): View | undefined => {
    const now = measure(row.current)
    if (!now) return undefined
    const first = firstAfter(now, by)
    scrollToSlide(row.current, first)
    return { ...now, first }
  }, [])
  useEffect(() => {
    if (every === undefined) return
    const timer = setInterval(() => {
      const now = measure(row.current)
      if (!now || isWhole(now) || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      move(1)
    }, every)
    return () => clearInterval(timer)
  }, [every, move])
  return { view, attach, move }
}
