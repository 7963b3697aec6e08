import { type RefObject, useEffect, useState } from 'react'
import { firstAfter, isWhole, sameView, type View, viewOf } from './carousel-view'

/** The row is a list that scrolls; its items are the slides. */
type Row = HTMLElement | null

export function measure(row: Row): View | undefined {
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

/** Scrolls the row, never the page. It glides where the visitor's settings let things move. */
export function scrollToSlide(row: Row, slide: number): void {
  const target = row?.children[slide]
  if (!row || !target) return
  const edge = getComputedStyle(row).direction === 'rtl' ? 'right' : 'left'
  row.scrollBy({ left: target.getBoundingClientRect()[edge] - row.getBoundingClientRect()[edge] })
}

/** What of the row can be seen; undefined until it has been measured, as on the server. */
export function useView(row: RefObject<Row>): View | undefined {
  const [view, setView] = useState<View>()
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const now = measure(element)
      setView((before) => (sameView(before, now) ? before : now))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [row])
  return view
}

/** Moves on by one slide every so often; not behind another tab, and not for visitors who want nothing to move. */
export function useRotation(row: RefObject<Row>, every: number | undefined): void {
  useEffect(() => {
    if (every === undefined) return
    const timer = setInterval(() => {
      const now = measure(row.current)
      if (!now || isWhole(now) || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      scrollToSlide(row.current, firstAfter(now, 1))
    }, every)
    return () => clearInterval(timer)
  }, [row, every])
}
