import type { Canvas } from '../canvas'
import { fractalNoise, type Point, polygon, smooth } from '../curves'
import { closeBelowPeaks, peaks } from '../land'
import { mix } from '../palettes'
import { birds, clouds, sky, sun } from '../sky'
import { sea } from '../water'

/** Height in the picture, size and number of each row of ice. */
const rows = [
  [0.66, 0.07, 3],
  [0.78, 0.13, 2],
  [0.93, 0.22, 2],
] as const

/** Icebergs before snowy mountains; northern lights at night. */
export function arctic(c: Canvas): void {
  const { w, h, pal } = c
  const horizon = h * 0.58
  const sunX = w * (c.composition.sunX ?? 0.3)
  sky(c, { count: 120, to: horizon })
  if (!c.composition.land) northernLights(c)
  sun(c, sunX, horizon - h * 0.16, h * 0.09)
  clouds(c, 5, h * 0.1, horizon - h * 0.1, 0.6)
  // Behind a banner they are lower: its words end above them at every width.
  const height = c.composition.land ? 0.11 : 0.2
  const range = peaks(c, { base: horizon + 4, amp: h * height, key: 'ar', rough: 0.5 })
  const snow = c.isNight ? '#8FB9C2' : '#F3F8F7'
  const bands = [
    [14, 16, 0.3],
    [36, 44, 0.5],
  ] as const
  c.strata(closeBelowPeaks(c, polygon(range)), mix(snow, pal.far, 0.35), pal.haze, bands, 0.4)
  sea(c, horizon, sunX)
  const next = c.random('ib')
  for (const [row, size, count] of rows) {
    for (let k = 0; k < count; k++) {
      const x = w * ((k + 0.15 + 0.7 * next()) / count)
      const height = h * size * (0.7 + 0.6 * next())
      const width = height * (1.2 + 0.9 * next())
      const shoulder = 0.6 + 0.2 * next()
      if (!c.isBehind(x)) c.add(iceberg(c, x, h * row, height, width, shoulder, snow))
    }
  }
  birds(c, 6, w * 0.6, h * 0.3, w * 0.09, h * 0.015)
}

/** Curtains of light: their lower edges are sharp, and they fade upwards. */
function northernLights(c: Canvas): void {
  const { w, h } = c
  const next = c.random('au')
  let lights = ''
  for (let k = 0; k < 2; k++) {
    const wave = fractalNoise(next, 3, 2)
    const top: Point[] = []
    const bottom: Point[] = []
    for (let x = -40; x <= w + 40; x += 60) {
      const u = (x + 40) / (w + 80)
      const y = h * (0.16 + 0.08 * k) + wave(u) * h * 0.16
      top.push([x, y - h * 0.2])
      bottom.unshift([x, y])
    }
    const fill = c.gradient(['#7DF0C2', k === 1 ? '#8FB4F5' : '#5FD9C5'], [0, 0.7])
    lights += `<path d="${smooth(top)}L${polygon(bottom).slice(1)}Z" fill="${fill}" opacity="${0.55 - 0.1 * k}"/>`
  }
  c.atNight(lights)
}

/** An iceberg, its shaded side and its reflection. */
function iceberg(
  c: Canvas,
  x: number,
  y: number,
  height: number,
  width: number,
  shoulder: number,
  snow: string,
): string {
  const water = c.pal.water[1]
  const top: Point = [x - width * 0.04, y - height]
  const right: Point[] = [
    [x + width * 0.16, y - height * 0.62],
    [x + width * 0.34, y - height * 0.44],
    [x + width / 2, y],
  ]
  const left: Point[] = [
    [x - width / 2, y],
    [x - width * 0.42, y - height * 0.35],
    [x - width * 0.2, y - height * shoulder],
  ]
  const shaded = [top, ...right, [x + width * 0.02, y], [x + width * 0.07, y - height * 0.45]] as Point[]
  const reflection: Point[] = [
    [x - width * 0.48, y],
    [x + width * 0.5, y],
    [x + width * 0.3, y + height * 0.22],
    [x - width * 0.2, y + height * 0.28],
  ]
  return (
    `<path d="${polygon([...left, top, ...right])}Z" fill="${mix(snow, '#ffffff', 0.4)}"/>` +
    `<path d="${polygon(shaded)}Z" fill="${mix(snow, water, 0.45)}"/>` +
    `<path d="${polygon(reflection)}Z" fill="${mix(water, '#ffffff', 0.35)}" opacity=".45"/>`
  )
}
