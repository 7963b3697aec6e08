import type { Canvas } from '../canvas'
import { f, type Point, smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { grass } from '../plants'
import { birds, clouds, sky, sun } from '../sky'
import { sea } from '../water'

/** Height in the picture and depth of each row of islands. */
const rows = [
  [0.6, 0.2],
  [0.68, 0.36],
  [0.77, 0.52],
  [0.86, 0.68],
] as const

/** Still water with islands of reed. */
export function wetland(c: Canvas): void {
  const { w, h, pal } = c
  const horizon = h * 0.5
  const sunX = w * (c.composition.sunX ?? 0.6)
  sky(c, { count: 90, to: horizon })
  sun(c, sunX, horizon - h * 0.1, h * 0.09)
  clouds(c, 6, h * 0.1, horizon - h * 0.06, 0.55)
  const far = hills(c, { base: horizon + 6, amp: h * 0.09, freq: 4, key: 'p0' })
  c.strata(closeBelow(c, smooth(far)), c.shade(0.16), pal.haze, [[18, 10, 0.25]], 0.5)
  sea(c, horizon + h * 0.04, sunX)
  islands(c)
  const near = hills(c, {
    base: h * 1.04,
    amp: h * 0.16,
    freq: 2,
    key: 'p3',
    env: (u) => 0.2 + Math.abs(u - 0.5) * 1.9,
  })
  c.strata(closeBelow(c, smooth(near)), pal.near, pal.haze, [[30, 20, 0.06]], 0.05)
  const cols = [pal.near, pal.ink, pal.grass[1], pal.grass[2]]
  grass(c, near, { n: Math.round(w / 5), h: h * 0.24, cols, key: 'gz', lean: 0.45, heads: true })
  birds(c, 12, w * 0.4, h * 0.24, w * 0.12, h * 0.015)
}

function islands(c: Canvas): void {
  const { w, h } = c
  const next = c.random('is')
  for (const [i, [row, depth]] of rows.entries()) {
    const y = h * row
    let d = ''
    for (let k = 0; k < 3; k++) {
      const x = w * (next() * 1.1 - 0.05)
      const half = w * (0.12 + 0.2 * next())
      const rise = h * (0.012 + 0.014 * i)
      d += `M${f(x - half)},${f(y)}Q${f(x - half * 0.4)},${f(y - rise)} ${f(x)},${f(y - rise * 0.6)}`
      d += `T${f(x + half)},${f(y)}Q${f(x)},${f(y + rise * 0.7)} ${f(x - half)},${f(y)}Z`
      const ground: Point[] = [
        [x - half, y],
        [x, y - rise * 0.6],
        [x + half, y],
      ]
      grass(c, ground, {
        n: Math.round(half / 5),
        h: h * (0.035 + 0.022 * i),
        cols: [c.shade(depth + 0.08), c.shade(depth + 0.16)],
        key: `wg${i}${k}`,
        x0: x - half * 0.9,
        x1: x + half * 0.9,
        lean: 0.4,
        dip: 2,
      })
    }
    c.add(`<path d="${d}" fill="${c.shade(depth)}"/>`)
  }
}
