import type { Canvas } from './canvas'
import { ellipse, f, heightAt, type Point } from './curves'
import { mix } from './palettes'

/** Plants stand along `ground`, from `x0` to `x1`; `key` tells the rows of one picture apart. */
type Row = { n: number; h: number; key: string }

/** Firs; with `tiers` their branches show. */
export function conifers(
  c: Canvas,
  ground: readonly Point[],
  { n, h, col, key, jit = 0.25, tiers = 0 }: Row & { col: string; jit?: number; tiers?: number },
): void {
  const next = c.random(key)
  let d = ''
  for (let i = 0; i < n; i++) {
    const x = c.w * ((i + 0.5 + (next() - 0.5) * 0.9) / n)
    const y = heightAt(ground, x) + h * 0.1
    const height = h * (1 - jit + jit * 2 * next())
    const width = height * (0.3 + 0.08 * next())
    d += tiers
      ? tieredFir(x, y, height, width, tiers)
      : `M${f(x)},${f(y - height)}L${f(x + width / 2)},${f(y)}H${f(x - width / 2)}Z`
  }
  c.add(`<path d="${d}" fill="${col}"/>`)
}

function tieredFir(x: number, y: number, height: number, width: number, tiers: number): string {
  let d = `M${f(x)},${f(y - height)}`
  const tier = (t: number) => ({ y: y - height + (height * t) / tiers, half: ((width / 2) * t) / tiers })
  for (let t = 1; t <= tiers; t++) {
    const at = tier(t)
    d += `L${f(x + at.half)},${f(at.y)}L${f(x + at.half * 0.55)},${f(at.y - height * 0.02)}`
  }
  d += `L${f(x + width * 0.05)},${f(y + height * 0.1)}H${f(x - width * 0.05)}`
  for (let t = tiers; t >= 1; t--) {
    const at = tier(t)
    d += `L${f(x - at.half * 0.55)},${f(at.y - height * 0.02)}L${f(x - at.half)},${f(at.y)}`
  }
  return `${d}Z`
}

/** Trees with round crowns. */
export function crowns(
  c: Canvas,
  ground: readonly Point[],
  { n, h, cols, key }: Row & { cols: readonly string[] },
): void {
  const next = c.random(key)
  const leaves = cols.map(() => '')
  let trunks = ''
  for (let i = 0; i < n; i++) {
    const x = c.w * ((i + next()) / n)
    const y = heightAt(ground, x) + h * 0.08
    const height = h * (0.7 + 0.6 * next())
    const r = height * 0.36
    const k = Math.floor(next() * cols.length)
    leaves[k] += ellipse(x, y - height * 0.68, r * 0.8, r * 0.95)
    leaves[k] += ellipse(x - r * 0.5, y - height * 0.5, r * 0.62, r * 0.6)
    leaves[k] += ellipse(x + r * 0.5, y - height * 0.52, r * 0.6, r * 0.6)
    trunks += `M${f(x - r * 0.09)},${f(y)}L${f(x)},${f(y - height * 0.6)}L${f(x + r * 0.09)},${f(y)}Z`
  }
  c.add(`<path d="${trunks}" fill="${c.pal.ink}"/>${filled(leaves, cols)}`)
}

type Grass = Row & {
  cols: readonly string[]
  x0?: number
  x1?: number
  /** How far the wind bends it. */
  lean?: number
  /** How deep its roots stand below the line of the ground. */
  dip?: number
  /** Some blades carry an ear. */
  heads?: boolean
  /** How often the colours are laid over each other. */
  passes?: number
}

/** Clumps of grass, their colours interleaved in several passes. */
export function grass(c: Canvas, ground: readonly Point[], options: Grass): void {
  const { h, cols, key, x0 = 0, x1 = c.w, lean = 0.5, dip = 6, heads = false, passes = 3 } = options
  const n = Math.round(options.n * (c.composition.land ? 0.5 : 1))
  const next = c.random(key)
  const clumps = Math.max(4, Math.round(n / 11))
  const layers = Array.from({ length: passes }, () => cols.map(() => ''))
  let stems = ''
  let ears = ''
  for (let i = 0; i < n; i++) {
    const clump = Math.floor(next() * clumps) / clumps
    const x = x0 + (x1 - x0) * (clump + (next() * 0.55) / clumps + (next() - 0.5) * 0.02)
    const y = heightAt(ground, x) + dip
    const height = h * (0.38 + 0.7 * next() * next() + 0.2 * next())
    const bend = height * (lean * (0.25 + next()) + (next() - 0.5) * 0.6)
    const w = Math.max(1.1, height * (0.016 + 0.012 * next()))
    const k = Math.floor(next() * cols.length)
    const layer = layers[Math.floor(next() * passes)] as string[]
    layer[k] +=
      `M${f(x)},${f(y)}Q${f(x + bend * 0.08)},${f(y - height * 0.74)} ${f(x + bend)},${f(y - height)}` +
      `Q${f(x + bend * 0.1 + w * 2)},${f(y - height * 0.66)} ${f(x + w * 2)},${f(y)}Z`
    if (heads && next() < 0.1) {
      const ear = earOfGrass(x, y, height, bend)
      stems += ear.stem
      ears += ear.ear
    }
  }
  const blades = layers.map((layer) => filled(layer, cols)).join('')
  c.add(blades + (stems ? driedEars(c, stems, ears, h, cols) : ''))
}

function earOfGrass(x: number, y: number, height: number, bend: number): { stem: string; ear: string } {
  const rise = height * 1.12
  const half = bend * 0.5
  const [topX, topY] = [x + half, y - rise]
  const angle = Math.atan2(-rise * 0.5, half * 0.55)
  const [length, width] = [height * 0.24, height * 0.022]
  const [endX, endY] = [topX + Math.cos(angle) * length, topY + Math.sin(angle) * length]
  const [nx, ny] = [-Math.sin(angle) * width, Math.cos(angle) * width]
  const [midX, midY] = [(topX + endX) / 2, (topY + endY) / 2]
  return {
    stem: `M${f(x)},${f(y)}Q${f(x + half * 0.25)},${f(y - rise * 0.6)} ${f(topX)},${f(topY)}`,
    ear:
      `M${f(topX)},${f(topY)}Q${f(midX + nx * 1.6)},${f(midY + ny * 1.6)} ${f(endX)},${f(endY)}` +
      `Q${f(midX - nx * 1.6)},${f(midY - ny * 1.6)} ${f(topX)},${f(topY)}Z`,
  }
}

function driedEars(c: Canvas, stems: string, ears: string, h: number, cols: readonly string[]): string {
  const { sand } = c.pal
  const stem = mix(cols[cols.length - 1] as string, sand[1], 0.4)
  return (
    `<path d="${stems}" fill="none" stroke="${stem}" stroke-width="${f(Math.max(1.2, h * 0.012))}"/>` +
    `<path d="${ears}" fill="${mix(sand[0], sand[1], 0.5)}"/>`
  )
}

/** One path for each colour that has something to fill. */
const filled = (paths: readonly string[], cols: readonly string[]) =>
  paths.map((d, k) => (d ? `<path d="${d}" fill="${cols[k]}"/>` : '')).join('')
