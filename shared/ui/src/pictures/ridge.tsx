import css from './ridge.module.css'
import { ridgePath } from './ridge-path'

/** The torn border at the foot of a section or picture, in the colour of what comes next. */
export function Ridge({ seed, className, height = 60 }: { seed: string; className?: string; height?: number }) {
  return (
    <svg
      className={`${css.ridge} ${className ?? ''}`}
      viewBox={`0 0 1200 ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={ridgePath(seed, 1200, height)} />
    </svg>
  )
}
