import type { Random } from './random'

export type Point = readonly [number, number]

/** A number as it stands in a path: one digit after the point. */
export const f = (value: number) => String(Math.round(value * 10) / 10)

const first = (points: readonly Point[]) => points[0] as Point
const last = (points: readonly Point[]) => points[points.length - 1] as Point

/** A path with rounded corners through the middles of its sides. */
export function smooth(points: readonly Point[]): string {
  let d = `M${f(first(points)[0])},${f(first(points)[1])}`
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i] as Point
    const [nextX, nextY] = points[i + 1] as Point
    d += `Q${f(x)},${f(y)} ${f((x + nextX) / 2)},${f((y + nextY) / 2)}`
  }
  return `${d}L${f(last(points)[0])},${f(last(points)[1])}`
}

export const polygon = (points: readonly Point[]) => `M${points.map(([x, y]) => `${f(x)},${f(y)}`).join('L')}`

/** A closed circle or ellipse as part of a path. */
export const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
  `M${f(cx - rx)},${f(cy)}a${f(rx)},${f(ry)} 0 1 0 ${f(2 * rx)},0a${f(rx)},${f(ry)} 0 1 0 ${f(-2 * rx)},0`

/** The height of a line of points at `x`. */
export function heightAt(points: readonly Point[], x: number): number {
  for (let i = 1; i < points.length; i++) {
    const b = points[i] as Point
    if (b[0] < x) continue
    const a = points[i - 1] as Point
    return a[1] + (b[1] - a[1]) * ((x - a[0]) / (b[0] - a[0]))
  }
  return last(points)[1]
}

function noise(next: Random, n: number): (x: number) => number {
  const values = Array.from({ length: n + 3 }, next)
  return (x) => {
    const i = Math.max(0, Math.min(n, Math.floor(x)))
    const t = x - i
    const s = t * t * (3 - 2 * t)
    return (values[i] as number) * (1 - s) + (values[i + 1] as number) * s
  }
}

/** Smooth randomness over [0, 1], finer and fainter with each octave. */
export function fractalNoise(next: Random, frequency: number, octaves = 3): (u: number) => number {
  const layers: { at: (x: number) => number; frequency: number; strength: number }[] = []
  let strength = 1
  let sum = 0
  for (let octave = 0; octave < octaves; octave++) {
    const own = Math.max(1, frequency * 2 ** octave)
    layers.push({ at: noise(next, Math.ceil(own) + 1), frequency: own, strength })
    sum += strength
    strength *= 0.42
  }
  return (u) => layers.reduce((total, layer) => total + layer.at(u * layer.frequency) * layer.strength, 0) / sum
}
