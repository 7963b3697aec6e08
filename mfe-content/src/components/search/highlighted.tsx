import css from './highlighted.module.css'

/** `ranges` are what matched, as the API sends it. */
type Props = { text: string; ranges: number[][] }

export const Highlighted = ({ text, ranges }: Props) =>
  highlightParts(text, ranges).map((part) =>
    part.marked ? (
      <mark key={part.from} className={css.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )

/** `from`: where it begins. */
type Part = { text: string; marked: boolean; from: number }

/** A text cut at half-open ranges of UTF-16 units. What a host sends out of order or out of bounds marks nothing. */
export function highlightParts(text: string, ranges: number[][]): Part[] {
  const parts: Part[] = []
  const add = (from: number, to: number, marked: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), marked, from })
  }
  let at = 0
  for (const [start = 0, end = 0] of ranges) {
    const isInOrder = start >= at && end > start && end <= text.length
    if (!isInOrder) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, text.length, false)
  return parts
}
