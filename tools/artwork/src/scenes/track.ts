import type { Canvas } from '../canvas'
import { f, type Point, smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import { conifers, grass } from '../plants'
import { clouds, sky, sun } from '../sky'

/** The path from the far hills to the front: x, y and width. */
const bends = [
  [0.8, 0.705, 0.006],
  [0.79, 0.725, 0.012],
  [0.66, 0.75, 0.024],
  [0.45, 0.775, 0.036],
  [0.33, 0.805, 0.05],
  [0.4, 0.845, 0.07],
  [0.58, 0.89, 0.1],
  [0.66, 0.95, 0.15],
  [0.58, 1.04, 0.22],
  [0.5, 1.15, 0.3],
] as const

/** Where runners are: x, y and size. */
const places = [
  [0.7, 0.742, 0.34],
  [0.61, 0.755, 0.42],
  [0.52, 0.768, 0.5],
  [0.4, 0.79, 0.62],
  [0.37, 0.822, 0.78],
  [0.47, 0.868, 1],
  [0.62, 0.925, 1.35],
] as const

const shirts = ['#D9553F', '#F2A33A', '#2F6F9F', '#FBF4E2', '#6B2F52'] as const

/** Seven runners on a winding path; of land alone, its hills. */
export function track(c: Canvas): void {
  const { w, h, pal } = c
  sky(c)
  sun(c, w * (c.composition.sunX ?? 0.74), h * 0.26, h * 0.1)
  clouds(c, 5, h * 0.1, h * 0.36, 0.6)
  const far = hills(c, { base: h * 0.58, amp: h * 0.24, freq: 2.6, key: 'r0' })
  c.strata(
    closeBelow(c, smooth(far)),
    c.shade(0.12),
    pal.haze,
    [
      [26, 16, 0.22],
      [62, 42, 0.4],
    ],
    0.45,
  )
  const middle = hills(c, { base: h * 0.68, amp: h * 0.16, freq: 2.2, key: 'r1' })
  c.strata(
    closeBelow(c, smooth(middle)),
    c.shade(0.34),
    pal.haze,
    [
      [30, 18, 0.14],
      [74, 44, 0.26],
    ],
    0.3,
  )
  conifers(c, middle, { n: Math.round(w / 24), h: h * 0.055, col: c.shade(0.46), key: 'rc' })
  const near = hills(c, { base: h * 0.8, amp: h * 0.1, freq: 1.5, oct: 2, key: 'r2' })
  c.strata(
    closeBelow(c, smooth(near)),
    c.shade(0.52),
    pal.haze,
    [
      [50, 16, 0.1],
      [110, 40, 0.2],
    ],
    0.2,
  )
  // A banner is so wide that its path would be a spike, and cut to its end, which would cut them.
  if (!c.composition.land) {
    windingPath(c)
    runners(c)
  }
  const front = hills(c, {
    base: h * 1.08,
    amp: h * 0.16,
    freq: 2,
    oct: 2,
    key: 'rn',
    env: (u) => 0.1 + Math.abs(u - 0.52) * 2.1,
  })
  c.strata(
    closeBelow(c, smooth(front)),
    c.shade(0.82),
    pal.haze,
    [
      [40, 16, 0.08],
      [90, 40, 0.14],
    ],
    0.05,
  )
  grass(c, front, {
    n: Math.round(w / 7),
    h: h * 0.11,
    cols: [pal.near, pal.grass[1], pal.grass[2]],
    key: 'rg',
    heads: true,
  })
}

function windingPath(c: Canvas): void {
  const { w, h, pal } = c
  const right = bends.map(([x, y, width]): Point => [w * (x + width / 2), h * y])
  const left = bends.map(([x, y, width]): Point => [w * (x - width / 2), h * y]).reverse()
  const earth = '#F4E6C8'
  c.add(`<path d="${smooth(right)}L${smooth(left).slice(1)}Z" fill="${mix(earth, pal.haze, 0.2)}"/>`)
  const middle = bends.map(([x, y]): Point => [w * x, h * y])
  c.add(
    `<path d="${smooth(middle)}" fill="none" stroke="${mix(earth, c.shade(0.5), 0.4)}" stroke-width="2" stroke-dasharray="2 14" stroke-linecap="round"/>`,
  )
}

function runners(c: Canvas): void {
  const { w, h } = c
  const next = c.random('ru')
  for (const [i, [placeX, placeY, size]] of places.entries()) {
    const x = w * placeX + (next() - 0.5) * w * 0.02
    const way = i < 3 ? -1 : i < 5 ? 0.4 : 1
    c.add(runner(x, h * placeY, h * 0.062 * size, way, shirts[i % 5] as string, c.pal.ink))
  }
}

/** A runner of height `u`; `way` is where and how far they lean. */
function runner(x: number, y: number, u: number, way: number, shirt: string, ink: string): string {
  const hip = `M${f(x)},${f(y - u * 0.42)}`
  const front = `${hip}l${f(way * u * 0.2)},${f(u * 0.22)}l${f(-way * u * 0.05)},${f(u * 0.24)}`
  const back = `${hip}l${f(-way * u * 0.2)},${f(u * 0.2)}l${f(-way * u * 0.22)},${f(u * 0.06)}`
  return (
    `<path d="${front}${back}" fill="none" stroke="${ink}" stroke-width="${f(u * 0.1)}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="${hip}l${f(way * u * 0.09)},${f(-u * 0.38)}" stroke="${shirt}" stroke-width="${f(u * 0.24)}" stroke-linecap="round"/>` +
    `<circle cx="${f(x + way * u * 0.14)}" cy="${f(y - u * 1.06)}" r="${f(u * 0.13)}" fill="${ink}"/>`
  )
}
