import css from './grass.module.css'

const [WIDTH, HEIGHT] = [1600, 120]

/** Blades beside each other, each a curve from its foot to its tip. By whole numbers, the same on every machine. */
function blades(count: number, shift: number): string {
  return Array.from({ length: count }, (_, i) => {
    const x = Math.round((i * WIDTH) / count) + ((i * 29 + shift) % 23)
    const tip = HEIGHT - 44 - ((i * 37 + shift) % 71)
    const lean = ((i * 61 + shift) % 67) - 22
    const middle = Math.round((HEIGHT + tip) / 2)
    return `M${x},${HEIGHT}Q${x + 2},${middle} ${x + lean},${tip}Q${x + 9},${middle} ${x + 8},${HEIGHT}Z`
  }).join('')
}

const rows = { far: blades(64, 11), near: blades(48, 40) }

/** Two rows of marram at the foot of the hero, which bend as the page is scrolled. */
export const Grass = () =>
  Object.entries(rows).map(([row, d]) => (
    <svg
      key={row}
      className={`${css.row} ${css[row]}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  ))
