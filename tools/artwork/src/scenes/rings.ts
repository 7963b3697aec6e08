import type { Canvas } from '../canvas'
import { f, type Point, smooth } from '../curves'
import { mix } from '../palettes'

const COUNT = 22

/** The rings of a tree. */
export function rings(c: Canvas): void {
  const { w, h, pal } = c
  const next = c.random('rg')
  const ground = mix(pal.sky[1], pal.sky[2], 0.6)
  c.add(`<rect width="${w}" height="${h}" fill="${ground}"/>`)
  const centre: Point = [w * (0.36 + 0.28 * next()), h * (0.4 + 0.25 * next())]
  const outermost = Math.hypot(w, h) * 0.62
  const phases = [next() * 6, next() * 6, next() * 6] as const
  const swings = [0.05 + 0.05 * next(), 0.03 + 0.03 * next(), 0.015 + 0.02 * next()] as const
  let grown = 0
  const radii = Array.from({ length: COUNT }, () => {
    grown += 0.4 + next()
    return grown
  })
  const colours = [
    pal.near,
    mix(pal.near, pal.grass[1], 0.6),
    pal.grass[1],
    mix(pal.grass[2], ground, 0.2),
    pal.sun,
    mix(pal.sun, ground, 0.5),
    mix(pal.far, ground, 0.3),
    ground,
  ]
  for (let i = COUNT - 1; i >= 0; i--) {
    const radius = (outermost * (radii[i] as number)) / grown
    const points: Point[] = []
    for (let step = 0; step <= 36; step++) {
      const angle = (step / 36) * 6.28319
      const swing =
        1 +
        swings[0] * Math.sin(2 * angle + phases[0] + i * 0.04) +
        swings[1] * Math.sin(3 * angle + phases[1] - i * 0.07) +
        swings[2] * Math.sin(5 * angle + phases[2] + i * 0.1)
      points.push([centre[0] + Math.cos(angle) * radius * swing * 1.12, centre[1] + Math.sin(angle) * radius * swing])
    }
    const place = Math.min(colours.length - 1.001, (i / COUNT) * (colours.length - 1))
    const k = Math.floor(place)
    const fill = mix(colours[k] as string, colours[k + 1] as string, place - k)
    const line = mix(pal.near, ground, 0.25 + (0.5 * i) / COUNT)
    c.add(
      `<path d="${smooth(points)}Z" fill="${fill}" stroke="${line}" stroke-width="${f(1 + 2.2 * next())}" stroke-opacity=".5"/>`,
    )
  }
}
