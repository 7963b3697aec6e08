import type { Canvas } from '../canvas'
import { heightAt, smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import { crowns, grass } from '../plants'
import { clouds, sky, sun } from '../sky'
import { turbine } from '../turbine'

/** Base, relief, depth, number of turbines and their height. */
const ridges = [
  [0.64, 0.16, 0.12, 7, 0.12],
  [0.74, 0.18, 0.3, 5, 0.2],
  [0.86, 0.2, 0.52, 3, 0.36],
] as const

/** Turbines on three ridges. */
export function windfarm(c: Canvas): void {
  const { w, h, pal } = c
  sky(c, { count: 80, to: h * 0.5 })
  sun(c, w * (c.composition.sunX ?? 0.24), h * 0.3, h * 0.095)
  clouds(c, 5, h * 0.1, h * 0.45, 0.55)
  const next = c.random('wt')
  for (const [i, [base, amp, depth, count, height]] of ridges.entries()) {
    const line = hills(c, { base: h * base, amp: h * amp, freq: 2.2 + i * 0.4, oct: 2, key: `w${i}` })
    let d = ''
    const all = count * c.breadth
    for (let k = 0; k < all; k++) {
      const x = w * ((k + 0.3 + next() * 0.5) / all)
      const [size, turn] = [(h * height * (0.85 + 0.3 * next())) / c.breadth ** 0.9, next() * 2.1]
      if (!c.isBehind(x)) d += turbine(x, heightAt(line, x) + 6, size, turn)
    }
    c.add(`<path d="${d}" fill="${mix('#ffffff', c.shade(depth), i === 2 ? 0.04 : 0.28)}"/>`)
    const bands = [
      [40, 18, 0.14],
      [92, 44, 0.24],
      [150, 78, 0.34],
    ] as const
    c.strata(closeBelow(c, smooth(line)), c.shade(depth), pal.haze, bands, 0.3)
    if (i === 1)
      crowns(c, line, { n: Math.round(w / 110), h: h * 0.06, cols: [c.shade(0.55), c.shade(0.66)], key: 'cr' })
  }
  const front = hills(c, { base: h * 1.02, amp: h * 0.14, freq: 2, oct: 2, key: 'wn' })
  c.strata(
    closeBelow(c, smooth(front)),
    c.shade(0.82),
    pal.haze,
    [
      [60, 20, 0.08],
      [130, 46, 0.14],
      [200, 78, 0.2],
    ],
    0.1,
  )
  grass(c, front, {
    n: Math.round(w / 6),
    h: h * 0.09,
    cols: [c.shade(0.9), pal.near, pal.grass[1]],
    key: 'gw',
    heads: true,
  })
}
