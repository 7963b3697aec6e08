import css from './ridge.module.css'

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

/** A seeded ridge line: the torn lower edge of pictures and the border between two sections. Same seed, same line, everywhere. */
function ridgePath(seed: string, width = 1200, height = 60): string {
  const wave = layeredNoise(random(`${seed}rdg`), 5.4)
  const points: [number, number][] = []
  for (let x = -320; x <= width + 320; x += 40) {
    if (x < -130 || x > width + 130) continue
    points.push([x, height * 0.92 - height * 0.85 * wave((x + 320) / (width + 640))])
  }
  return `${smooth(points)}L${width + 130},${height + 4}L-130,${height + 4}Z`
}

function hash(text: string): number {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619)
  return value >>> 0
}

/** Mulberry32: small, and the same on every machine. */
function random(seed: string): () => number {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function noise(next: () => number, count: number): (x: number) => number {
  const values = Array.from({ length: count + 3 }, next)
  return (x) => {
    const i = Math.max(0, Math.min(count, Math.floor(x)))
    const t = x - i
    const s = t * t * (3 - 2 * t)
    return (values[i] ?? 0) * (1 - s) + (values[i + 1] ?? 0) * s
  }
}

function layeredNoise(next: () => number, frequency: number): (u: number) => number {
  const layers = [0, 1, 2].map((octave) => {
    const rate = frequency * 2 ** octave
    return { at: noise(next, Math.ceil(rate) + 1), rate, weight: 0.42 ** octave }
  })
  const total = layers.reduce((sum, { weight }) => sum + weight, 0)
  return (u) => layers.reduce((sum, { at, rate, weight }) => sum + at(u * rate) * weight, 0) / total
}

const short = (value: number) => String(Math.round(value))

function smooth(points: [number, number][]): string {
  const [first, ...rest] = points as [[number, number], ...[number, number][]]
  let path = `M${short(first[0])},${short(first[1])}`
  for (const [i, [x, y]] of rest.slice(0, -1).entries()) {
    const [nextX, nextY] = rest[i + 1] as [number, number]
    path += `Q${short(x)},${short(y)} ${short((x + nextX) / 2)},${short((y + nextY) / 2)}`
  }
  const [x, y] = rest.at(-1) ?? first
  return `${path}L${short(x)},${short(y)}`
}
