import type { Canvas } from '../canvas'
import { smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { grass } from '../plants'
import { birds, clouds, sky, sun } from '../sky'

/** Base, relief and depth. */
const rows = [
  [0.56, 0.16, 0.05],
  [0.66, 0.2, 0.2],
  [0.78, 0.24, 0.4],
  [0.92, 0.28, 0.62],
  [1.06, 0.24, 0.86],
] as const

/** Dunes behind dunes, grass on the nearest. */
export function dunes(c: Canvas): void {
  const { w, h, pal } = c
  sky(c, { count: 110, to: h * 0.5 })
  sun(c, w * (c.composition.sunX ?? 0.62), h * 0.3, h * 0.11)
  clouds(c, 3, h * 0.1, h * 0.3, 0.4)
  for (const [i, [base, amp, depth]] of rows.entries()) {
    const line = hills(c, { base: h * base, amp: h * amp, freq: 1.6 + i * 0.3, oct: 2, key: `du${i}`, step: 60 })
    const bands = [
      [70, 24, 0.14],
      [150, 58, 0.26],
      [240, 100, 0.36],
    ] as const
    c.strata(closeBelow(c, smooth(line)), c.shade(depth), pal.haze, bands, 0.3)
    if (i === rows.length - 1)
      grass(c, line, {
        n: Math.round(w / 9),
        h: h * 0.12,
        cols: [pal.near, pal.ink, pal.grass[2]],
        key: 'dg',
        heads: true,
      })
  }
  birds(c, 4, w * 0.3, h * 0.22, w * 0.06, h * 0.014)
}
