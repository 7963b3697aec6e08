import { visibleText } from './visible-text'

/** Whole minutes that reading `html` takes at 220 words a minute, at least one; 0 where it has no words. */
export function readingMinutes(html: string): number {
  const text = visibleText(html)
  return text === '' ? 0 : Math.max(1, Math.round(text.split(' ').length / 220))
}
