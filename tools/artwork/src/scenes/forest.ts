import type { Canvas } from '../canvas'
import { smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import { conifers } from '../plants'
import { birds, clouds, sky, sun } from '../sky'

/** Base, relief, depth, height of the firs, and how close they stand. */
const ranges = [
  [0.56, 0.2, 0.08, 0.035, 44],
  [0.66, 0.2, 0.28, 0.055, 34],
  [0.77, 0.2, 0.5, 0.085, 26],
  [0.9, 0.22, 0.74, 0.13, 19],
] as const

/** Wooded ridges behind each other, large firs in front. */
export function forest(c: Canvas): void {
  const { w, h, pal } = c
  sky(c, { count: 90, to: h * 0.45 })
  sun(c, w * (c.composition.sunX ?? 0.3), h * 0.27, h * 0.1)
  clouds(c, 3, h * 0.1, h * 0.35, 0.45)
  for (const [i, [base, amp, depth, height, gap]] of ranges.entries()) {
    const line = hills(c, { base: h * base, amp: h * amp, freq: 2.6 + i * 0.5, key: `f${i}` })
    const n = Math.round(w / (gap * 0.72))
    conifers(c, line, { n, h: h * height * 1.1, col: c.shade(depth), key: `t${i}`, tiers: i > 2 ? 5 : 0 })
    c.strata(
      closeBelow(c, smooth(line)),
      c.shade(depth),
      pal.haze,
      [
        [24, 18, 0.18],
        [60, 46, 0.34],
      ],
      0.55,
    )
  }
  const front = hills(c, {
    base: h * 1.04,
    amp: h * 0.16,
    freq: 2,
    key: 'nn',
    env: (u) => 0.3 + Math.abs(u - 0.5) * 1.7,
  })
  c.strata(closeBelow(c, smooth(front)), pal.near, pal.haze, [[30, 20, 0.05]], 0.05)
  const n = Math.max(5, Math.round(w / 90))
  conifers(c, front, { n, h: h * 0.4, col: mix(pal.near, pal.ink, 0.5), key: 'tn', tiers: 8, jit: 0.35 })
  birds(c, 5, w * 0.62, h * 0.24, w * 0.07, h * 0.016)
}
