import type { Band, Canvas } from '../canvas'
import { polygon, smooth } from '../curves'
import { closeBelow, closeBelowPeaks, hills, peaks } from '../land'
import { conifers } from '../plants'
import { birds, clouds, sky, sun } from '../sky'
import { sea } from '../water'

/** Two mountain ranges above a lake between firs. */
export function alps(c: Canvas): void {
  const { w, h, pal, composition } = c
  sky(c, { count: 80, to: h * 0.5 })
  const sunX = w * (composition.sunX ?? 0.7)
  sun(c, sunX, h * 0.26, h * 0.08)
  clouds(c, 4, h * 0.12, h * 0.42, 0.5)
  range(c, 'a1', h * 0.62, h * 0.42, 0.1, [
    [22, 26, 0.25],
    [50, 64, 0.45],
    [92, 118, 0.65],
  ])
  range(c, 'a2', h * 0.7, h * 0.36, 0.34, [
    [20, 22, 0.2],
    [48, 58, 0.38],
    [84, 104, 0.55],
  ])
  clouds(c, 3, h * 0.5, h * 0.6, 0.7, 'x')
  const far = hills(c, { base: h * 0.8, amp: h * 0.16, freq: 3, key: 'f1' })
  c.strata(
    closeBelow(c, smooth(far)),
    c.shade(0.55),
    pal.haze,
    [
      [20, 16, 0.16],
      [50, 40, 0.28],
    ],
    0.35,
  )
  conifers(c, far, { n: Math.round(w / 16), h: h * 0.055, col: c.shade(0.62), key: 'c1' })
  sea(c, h * 0.83, sunX)
  const near = hills(c, {
    base: h * 0.99,
    amp: h * 0.16,
    freq: 2.2,
    key: 'f2',
    env: (u) => 0.3 + Math.abs(u - 0.5) * 1.6,
  })
  c.strata(
    closeBelow(c, smooth(near)),
    c.shade(0.82),
    pal.haze,
    [
      [26, 18, 0.1],
      [60, 44, 0.18],
    ],
    0.1,
  )
  conifers(c, near, { n: Math.round(w / 30), h: h * 0.15, col: c.shade(0.92), key: 'c2', tiers: 5 })
  birds(c, 6, w * 0.35, h * 0.22, w * 0.08, h * 0.016)
}

function range(c: Canvas, key: string, base: number, amp: number, depth: number, bands: readonly Band[]): void {
  const line = peaks(c, { base, amp, key, rough: 0.6 })
  c.strata(closeBelowPeaks(c, polygon(line)), c.shade(depth), c.pal.haze, bands, 0.6)
}
