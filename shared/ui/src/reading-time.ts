import { visibleText } from './visible-text'

/** Whole minutes that reading `html` takes at 220 words a minute, at least one. */
export const readingMinutes = (html: string): number =>
  Math.max(1, Math.round(visibleText(html).split(' ').length / 220))
