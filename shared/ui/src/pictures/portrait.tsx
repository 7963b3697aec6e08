import { Picture } from './picture'
import css from './portrait.module.css'

type Props = {
  /** Image value of the API; without one it is a medallion with initials. */
  src: string
  name: string
  /** Pixels, where the browser's text has its usual size. */
  size: 60 | 160
}

/** A round portrait without its own text: the name is beside it. */
export function Portrait({ src, name, size }: Props) {
  return (
    <div className={css.portrait} style={{ inlineSize: `${size / 16}rem` }}>
      {src ? <Picture src={src} width={size} height={size} /> : <Medallion name={name} />}
    </div>
  )
}

const LEAVES = 11
const angles = Array.from({ length: LEAVES }, (_, i) => (i * 360) / LEAVES)

/** A rosette of leaves, turned by the letters of the name. */
function Medallion({ name }: { name: string }) {
  const turn = Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  return (
    <svg className={css.medallion} viewBox="0 0 100 100" aria-hidden="true">
      {angles.map((angle) => (
        <path key={angle} d="M50 50Q66 28 50 5Q34 28 50 50" transform={`rotate(${turn + angle} 50 50)`} />
      ))}
      <circle cx="50" cy="50" r="20" />
      <text x="50" y="56.5" textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  )
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const letters = name
    .replace(/\(.*?\)/g, ' ')
    .split(/\s+/)
    .flatMap((word) => word.match(/\p{L}\p{M}*/u)?.[0] ?? [])
  return [...new Set([letters[0], letters.at(-1)])].join('').toLocaleUpperCase('en')
}
