import type { Canvas } from '../canvas'
import { f, type Point, smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import { crowns, grass } from '../plants'
import { clouds, sky, sun } from '../sky'

/** Rows of panels in a meadow. */
export function solar(c: Canvas): void {
  const { w, h, pal } = c
  sky(c, { count: 80, to: h * 0.45 })
  sun(c, w * (c.composition.sunX ?? 0.7), h * 0.27, h * 0.11)
  clouds(c, 4, h * 0.1, h * 0.4, 0.5)
  const far = hills(c, { base: h * 0.6, amp: h * 0.2, freq: 2.6, key: 's0' })
  c.strata(
    closeBelow(c, smooth(far)),
    c.shade(0.14),
    pal.haze,
    [
      [30, 16, 0.2],
      [74, 42, 0.36],
    ],
    0.45,
  )
  const near = hills(c, { base: h * 0.68, amp: h * 0.12, freq: 2.2, key: 's1', oct: 2 })
  c.strata(
    closeBelow(c, smooth(near)),
    c.shade(0.36),
    pal.haze,
    [
      [40, 16, 0.14],
      [90, 38, 0.26],
    ],
    0.25,
  )
  crowns(c, near, { n: Math.round(w / 90), h: h * 0.08, cols: [c.shade(0.52), c.shade(0.6)], key: 'sc' })
  c.add(`<path d="M-10,${f(h * 0.7)}H${w + 10}V${h + 10}H-10Z" fill="${c.gradient([c.shade(0.5), c.shade(0.7)])}"/>`)
  for (let row = 0; row < 4; row++) panels(c, row)
  const ground: Point[] = [
    [-50, h],
    [w + 50, h],
  ]
  grass(c, ground, {
    n: Math.round(w / 5),
    h: h * 0.08,
    cols: [pal.near, pal.grass[1], pal.grass[2]],
    key: 'sg',
    dip: 12,
  })
}

function panels(c: Canvas, row: number): void {
  const { w, h, pal } = c
  const y = h * (0.755 + 0.062 * row + 0.02 * row * row)
  const scale = 0.62 + row * 0.42
  const [tall, wide] = [h * 0.058 * scale, w * 0.082 * scale]
  const offset = (row % 2) * wide * 0.5
  let glass = ''
  let joints = ''
  let legs = ''
  for (let k = -9; k <= 9; k++) {
    const x = w * 0.5 + k * wide * 1.12 + offset
    if (x < -wide || x > w + wide) continue
    glass += `M${f(x - wide * 0.46)},${f(y)}L${f(x - wide * 0.38)},${f(y - tall)}H${f(x + wide * 0.5)}L${f(x + wide * 0.46)},${f(y)}Z`
    joints += `M${f(x - wide * 0.13)},${f(y)}L${f(x - wide * 0.07)},${f(y - tall)}M${f(x + wide * 0.17)},${f(y)}L${f(x + wide * 0.2)},${f(y - tall)}M${f(x - wide * 0.42)},${f(y - tall * 0.5)}H${f(x + wide * 0.48)}`
    legs += `M${f(x)},${f(y)}v${f(tall * 0.5)}`
  }
  const fill = c.gradient([mix(pal.sky[0], '#1B4F7A', 0.62), '#16395C'])
  c.add(
    `<path d="${legs}" stroke="${pal.ink}" stroke-width="${f(1.4 * scale)}"/><path d="${glass}" fill="${fill}"/>` +
      `<path d="${joints}" stroke="#fff" stroke-width="${f(0.9 * scale)}" opacity=".5" fill="none"/>`,
  )
}
