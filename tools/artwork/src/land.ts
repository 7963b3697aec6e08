import type { Canvas } from './canvas'
import { fractalNoise, type Point } from './curves'

export type Hills = {
  /** Height of the valleys, in pixels from the top. */
  base: number
  /** How far hills rise above it. */
  amp: number
  freq: number
  oct?: number
  /** Strength of the relief across the picture, from 0 at the left to 1 at the right. */
  env?: (u: number) => number
  step?: number
  key: string
}

/** The line of a range of hills, wider than the picture on both sides. */
export function hills(c: Canvas, { base, amp, freq, oct = 3, env, step = 44, key }: Hills): Point[] {
  const relief = fractalNoise(c.random(key), freq * 1.35 * c.breadth, oct)
  const points: Point[] = []
  for (let x = -320; x <= c.w + 320; x += step) {
    const v = (x + 320) / (c.w + 640)
    const u = Math.max(0, Math.min(1, (x + 120) / (c.w + 240)))
    points.push([x, base - amp * relief(v) * (env ? env(u) : 1)])
  }
  return points
}

/** Fills below a line of hills. */
export const closeBelow = (c: Canvas, path: string) => `${path}L${c.w + 340},${c.h + 90}L-340,${c.h + 90}Z`

/** Fills below a line of peaks. */
export const closeBelowPeaks = (c: Canvas, path: string) => `${path}L${c.w + 210},${c.h + 90}L-210,${c.h + 90}Z`

/** The line of a mountain range: five corners, their sides broken again and again. */
export function peaks(
  c: Canvas,
  { base, amp, rough, key }: { base: number; amp: number; rough: number; key: string },
): Point[] {
  const next = c.random(key)
  const left = -200
  const right = c.w + 200
  const width = right - left
  let points: Point[] = [
    [left, base - amp * next() * 0.4],
    [left + width * (0.25 + 0.2 * next()), base - amp * (0.75 + 0.25 * next())],
    [left + width * (0.55 + 0.1 * next()), base - amp * 0.35 * next()],
    [left + width * (0.7 + 0.15 * next()), base - amp * (0.6 + 0.35 * next())],
    [right, base - amp * 0.3 * next()],
  ]
  let shift = amp * rough * 0.42
  for (let level = 0; level < 4; level++) {
    const broken: Point[] = [points[0] as Point]
    for (let i = 1; i < points.length; i++) {
      const a = points[i - 1] as Point
      const b = points[i] as Point
      const x = (a[0] + b[0]) / 2 + (next() - 0.5) * (b[0] - a[0]) * 0.25
      broken.push([x, (a[1] + b[1]) / 2 + (next() - 0.5) * shift], b)
    }
    points = broken
    shift *= 0.5
  }
  return points
}
