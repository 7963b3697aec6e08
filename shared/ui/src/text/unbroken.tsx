import type { ReactNode } from 'react'
import css from './unbroken.module.css'

/** Of up to 14 characters: longer ones, such as double names, may need their hyphen on a phone. */
const COMPOUND = /(?<![\p{L}\d-])(?=[\p{L}\d-]{3,14}(?![\p{L}\d-]))((?:\p{L}+|\d+)(?:-\p{L}+)+)/u

/** Text in which no line ends within a short compound: `e-mail`, `160-year-old`. It is read and copied as it is. */
export const Unbroken = ({ children }: { children: string }): ReactNode =>
  children.split(COMPOUND).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other names, and none moves.
      <span key={i} className={css.unbroken}>
        {part}
      </span>
    ),
  )
