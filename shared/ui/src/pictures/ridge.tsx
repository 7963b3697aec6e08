import css from './ridge.module.css'

/** A torn border at the foot of a section or picture, in the colour of what comes next. */
export function Ridge({ seed, className = '' }: { seed: string; className?: string }) {
  return (
    <svg
      className={`${css.ridge} ${className}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={ridgePath(seed)} />
    </svg>
  )
}

const WIDTH = 1200
const HEIGHT = 60
/** The line begins and ends beyond the picture, and bends at every step. */
const BEYOND = 120
const STEP = 40

/** The same seed makes the same line, on the server and in the browser. */
function ridgePath(seed: string): string {
  const wave = layeredNoise(random(`${seed}rdg`))
  const heightAt = (x: number) => HEIGHT * 0.92 - HEIGHT * 0.85 * wave((x + 320) / (WIDTH + 640))
  const end = WIDTH + BEYOND
  let path = `M${-BEYOND},${Math.round(heightAt(-BEYOND))}`
  let y = heightAt(-BEYOND + STEP)
  for (let x = -BEYOND + STEP; x < end; x += STEP) {
    const next = heightAt(x + STEP)
    path += `Q${x},${Math.round(y)} ${x + STEP / 2},${Math.round((y + next) / 2)}`
    y = next
  }
  return `${path}L${end},${Math.round(y)}L${end + 10},${HEIGHT + 4}L${-BEYOND - 10},${HEIGHT + 4}Z`
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
    const i = Math.floor(x)
    const t = x - i
    const s = t * t * (3 - 2 * t)
    return (values[i] ?? 0) * (1 - s) + (values[i + 1] ?? 0) * s
  }
}

/** Three octaves of noise between 0 and 1. */
function layeredNoise(next: () => number): (u: number) => number {
  const layers = [0, 1, 2].map((octave) => {
    const rate = 5.4 * 2 ** octave
    return { at: noise(next, Math.ceil(rate) + 1), rate, weight: 0.42 ** octave }
  })
  const total = layers.reduce((sum, { weight }) => sum + weight, 0)
  return (u) => layers.reduce((sum, { at, rate, weight }) => sum + at(u * rate) * weight, 0) / total
}
