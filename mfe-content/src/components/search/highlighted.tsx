import { highlightParts } from './highlight-parts'
import css from './highlighted.module.css'

type Props = {
  text: string
  /** What matched, as the API says it. */
  ranges: number[][]
}

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
