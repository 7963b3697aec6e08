import type { Canvas } from '../canvas'
import { f, type Point, smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import { crowns } from '../plants'
import type { Random } from '../random'
import { birds, clouds, sky, sun } from '../sky'

/** Base, height and depth of each row of houses. */
const rows = [
  [0.76, 0.26, 0.22],
  [0.86, 0.24, 0.42],
] as const

/** Houses in two rows among trees. */
export function city(c: Canvas): void {
  const { w, h, pal } = c
  sky(c, { count: 60, to: h * 0.4 })
  sun(c, w * (c.composition.sunX ?? 0.75), h * 0.28, h * 0.095)
  clouds(c, 4, h * 0.1, h * 0.34, 0.5)
  const far = hills(c, { base: h * 0.62, amp: h * 0.2, freq: 3, key: 'b0' })
  c.strata(
    closeBelow(c, smooth(far)),
    c.shade(0.08),
    pal.haze,
    [
      [26, 16, 0.25],
      [60, 40, 0.42],
    ],
    0.5,
  )
  const next = c.random('ct')
  for (const [i, [base, height, depth]] of rows.entries()) {
    houses(c, next, h * base, h * height, 1 + i * 0.35, c.shade(depth))
    const street: Point[] = [
      [-50, h * base + 4],
      [w + 50, h * base + 4],
    ]
    const cols = [c.shade(depth + 0.2), c.shade(depth + 0.3), pal.grass[1]]
    crowns(c, street, { n: Math.round(w / 42), h: h * (0.07 + 0.04 * i), cols, key: `ctr${i}` })
  }
  const front = hills(c, { base: h, amp: h * 0.14, freq: 2, oct: 2, key: 'cn' })
  c.strata(
    closeBelow(c, smooth(front)),
    c.shade(0.8),
    pal.haze,
    [
      [40, 16, 0.1],
      [90, 40, 0.18],
    ],
    0.1,
  )
  crowns(c, front, { n: Math.round(w / 80), h: h * 0.17, cols: [c.shade(0.86), pal.near, pal.grass[1]], key: 'cnn' })
  birds(c, 5, w * 0.3, h * 0.22, w * 0.07, h * 0.015)
}

function houses(c: Canvas, next: Random, base: number, height: number, scale: number, colour: string): void {
  const { w } = c
  let walls = ''
  let windows = ''
  let x = -20
  while (x < w + 20) {
    const width = (w * (0.025 + 0.035 * next()) * scale) / c.breadth
    const tall = height * (0.3 + 0.7 * next())
    const y = base - tall
    walls += `M${f(x)},${f(base + 4)}V${f(y)}h${f(width)}V${f(base + 4)}Z`
    if (next() < 0.5) walls += `M${f(x + width * 0.1)},${f(y)}l${f(width * 0.8)},${f(-tall * 0.12)}v${f(tall * 0.14)}Z`
    const columns = Math.max(2, Math.round(width / 14))
    for (let column = 0; column < columns; column++)
      for (let row = 0; row < Math.floor(tall / 20); row++)
        if (next() < 0.38) {
          const pane = (width * 0.4) / columns
          windows += `M${f(x + (width * (column + 0.3)) / columns)},${f(y + 12 + row * 20)}h${f(pane)}v8h${f(-pane)}Z`
        }
    x += width + (next() < 0.2 ? w * 0.012 : 1)
  }
  const lit = c.hour === 'night' || c.hour === 'dusk'
  const pane = lit ? '#FFDf9A' : mix(colour, '#ffffff', 0.35)
  c.add(`<path d="${walls}" fill="${colour}"/><path d="${windows}" fill="${pane}" opacity="${lit ? 0.9 : 0.6}"/>`)
}
