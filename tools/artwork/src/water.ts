import type { Canvas } from './canvas'
import { f } from './curves'
import { mix } from './palettes'

/** Water from `y` to the bottom, with a column of glints under the sun. */
export function sea(c: Canvas, y: number, sunX: number): void {
  const { pal } = c
  const next = c.random('se')
  c.add(`<rect y="${f(y)}" width="${c.w}" height="${f(c.h - y + 10)}" fill="${c.gradient(pal.water)}"/>`)
  const depth = c.h - y
  // A strip of land is far wider than its sun's light.
  const unit = c.w / c.breadth ** 2
  let glints = ''
  for (let i = 0; i < 34; i++) {
    const t = i / 34
    const lineY = y + 3 + depth * 0.62 * t * t
    const spread = unit * (0.018 + 0.12 * t)
    const length = unit * (0.012 + 0.05 * next()) * (0.5 + t)
    const x = sunX + (next() - 0.5) * spread * 2 - length / 2
    glints += `M${f(x)},${f(lineY)}h${f(length)}`
  }
  let waves = ''
  for (let i = 0; i < 26; i++) {
    const t = next()
    const lineY = y + 6 + depth * 0.7 * t
    const length = unit * (0.02 + 0.06 * next()) * (0.4 + t)
    waves += `M${f(next() * c.w)},${f(lineY)}h${f(length)}`
  }
  c.add(
    `<path d="${waves}" stroke="${mix(pal.water[1], pal.glint, 0.4)}" stroke-width="1.6" stroke-linecap="round" opacity=".55"/>` +
      `<path d="${glints}" stroke="${pal.glint}" stroke-width="2.6" stroke-linecap="round" opacity=".85"/>`,
  )
}
