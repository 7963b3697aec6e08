/** Which of a row of equal slides can be seen. */
export type View = { first: number; shown: number; count: number }

type Measured = {
  /** Pixels that the row is scrolled by; below zero where the row runs from right to left. */
  scrolled: number
  /** Width of the row's window. */
  room: number
  slide: number
  /** From the start of one slide to the start of the next. */
  step: number
  count: number
}

/** Undefined where nothing is laid out. */
export function viewOf({ scrolled, room, slide, step, count }: Measured): View | undefined {
  if (!(step > 0) || !(room > 0)) return undefined
  const shown = Math.min(count, Math.max(1, Math.round((room + step - slide) / step)))
  const first = Math.min(count - shown, Math.max(0, Math.round(Math.abs(scrolled) / step)))
  return { first, shown, count }
}

export const sameView = (a: View | undefined, b: View | undefined) =>
  a?.first === b?.first && a?.shown === b?.shown && a?.count === b?.count

export const isWhole = ({ shown, count }: View) => shown >= count

export const isInView = ({ first, shown }: View, slide: number) => slide >= first && slide < first + shown

/** The slide that comes first after one step. Behind the end comes the start, and before the start the end. */
export function firstAfter({ first, shown, count }: View, step: 1 | -1): number {
  const last = Math.max(0, count - shown)
  if (step === 1) return first >= last ? 0 : first + 1
  return first <= 0 ? last : first - 1
}

/** `2 of 8`, or `2 to 6 of 8`. */
export const inWords = ({ first, shown, count }: View) =>
  `${shown > 1 ? `${first + 1} to ${first + shown}` : first + 1} of ${count}`
