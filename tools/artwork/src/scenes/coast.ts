import type { Canvas } from '../canvas'
import { smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import { grass } from '../plants'
import { birds, clouds, sky, sun } from '../sky'
import { turbine } from '../turbine'
import { sea } from '../water'

/** Sea between two headlands, wind turbines out there, dunes with marram grass in front. */
export function coast(c: Canvas): void {
  const { w, h, pal, composition } = c
  const horizon = h * (composition.horizon ?? 0.56)
  const sunX = w * (composition.sunX ?? 0.68)
  sky(c, { count: 90, to: horizon })
  sun(c, sunX, horizon - h * (composition.sunY ?? 0.07), h * (composition.sunR ?? 0.085))
  clouds(c, composition.clouds ?? 5, h * 0.12, horizon - h * 0.1, 0.55)
  headlands(c, horizon)
  turbinesAtSea(c, horizon)
  sea(c, horizon, sunX)
  if (composition.birds !== 0) {
    const [x, y] = [w * (composition.birdX ?? 0.47), h * (composition.birdY ?? 0.3)]
    birds(c, composition.birds ?? 9, x, y, w * 0.09, h * 0.014)
  }
  dunes(c)
  const front = hills(c, {
    base: h * 1.03,
    amp: h * 0.2,
    freq: 2.4,
    key: 'd3',
    oct: 2,
    env: (u) => 0.25 + Math.abs(u - 0.5) * 1.8,
  })
  const bands = [
    [44, 22, 0.2],
    [100, 52, 0.34],
    [160, 92, 0.46],
  ] as const
  c.strata(closeBelow(c, smooth(front)), mix(pal.near, pal.sand[1], 0.12), pal.sand[1], bands, 0.2)
  const cols = [pal.near, pal.ink, pal.grass[1], pal.grass[2]]
  grass(c, front, { n: Math.round(w / 6.5), h: h * 0.19, cols, key: 'g3', lean: 0.8, heads: true, passes: 4 })
}

function headlands(c: Canvas, horizon: number): void {
  const { h, pal } = c
  const left = hills(c, {
    base: horizon + 4,
    amp: h * 0.2,
    freq: 4,
    key: 'h1',
    env: (u) => Math.max(0, 1 - u * 2.1) ** 1.2,
  })
  c.strata(
    closeBelow(c, smooth(left)),
    c.shade(0.12),
    pal.haze,
    [
      [20, 10, 0.25],
      [44, 24, 0.45],
    ],
    0.5,
  )
  const right = hills(c, {
    base: horizon + 4,
    amp: h * 0.16,
    freq: 4,
    key: 'h2',
    env: (u) => Math.max(0, (u - 0.62) / 0.38) ** 1.1,
  })
  c.strata(
    closeBelow(c, smooth(right)),
    c.shade(0.28),
    pal.haze,
    [
      [-16, 9, 0.25],
      [-36, 22, 0.45],
    ],
    0.5,
  )
}

function turbinesAtSea(c: Canvas, horizon: number): void {
  const { w, h, pal, composition } = c
  const count = composition.turbines ?? 7
  if (!count) return
  const next = c.random('tb')
  const [from, to] = composition.turbX ?? [0.3, 0.64]
  let d = ''
  for (let i = 0; i < count; i++) {
    const u = from + (to - from) * (i / (count - 1 || 1)) + (next() - 0.5) * 0.02
    d += turbine(w * u, horizon + 2, h * (0.06 + 0.05 * next()), next() * 2)
  }
  const paleness = c.isNight ? 0.3 : c.hour === 'dawn' ? 0.05 : 0.45
  c.add(`<path d="${d}" fill="${mix(pal.far, '#ffffff', paleness)}"/>`)
}

function dunes(c: Canvas): void {
  const { w, h, pal } = c
  const sand = (t: number) => mix(pal.sand[0], pal.sand[1], t)
  const back = hills(c, {
    base: h * 0.9,
    amp: h * 0.2,
    freq: 2.2,
    key: 'd1',
    oct: 2,
    env: (u) => 0.25 + Math.abs(u - 0.45) * 1.7,
  })
  c.strata(
    closeBelow(c, smooth(back)),
    sand(0.1),
    '#ffffff',
    [
      [34, 14, 0.14],
      [80, 34, 0.26],
      [130, 60, 0.36],
    ],
    0.2,
  )
  grass(c, back, {
    n: Math.round(w / 11),
    h: h * 0.07,
    cols: [c.shade(0.45), c.shade(0.58), pal.grass[1]],
    key: 'g1',
    lean: 0.7,
  })
  const middle = hills(c, {
    base: h * 0.985,
    amp: h * 0.25,
    freq: 2.6,
    key: 'd2',
    oct: 2,
    env: (u) => 0.2 + Math.abs(u - 0.56) * 1.9,
  })
  c.strata(
    closeBelow(c, smooth(middle)),
    sand(0.62),
    pal.sand[0],
    [
      [34, 18, 0.3],
      [84, 46, 0.55],
      [140, 84, 0.75],
    ],
    0.3,
  )
  const cols = [c.shade(0.7), c.shade(0.88), pal.grass[1], pal.grass[2]]
  grass(c, middle, { n: Math.round(w / 8), h: h * 0.13, cols, key: 'g2', lean: 0.75, heads: true })
}
