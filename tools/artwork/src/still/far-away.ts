import type { Canvas } from '../canvas'
import { ellipse, f } from '../curves'
import { mix } from '../palettes'
import { turbine } from '../turbine'
import { HORIZON, WORLD } from './world'

/** What stands in the distance on the side where the sun is not: another thing in each picture, in some nothing. */
export function farAway(c: Canvas, atSea: boolean, sunSide: -1 | 1): void {
  const next = c.random('fa')
  const things = atSea ? [turbines, sail, headland] : [turbines, firs, village]
  const draw = things[Math.floor(next() * (things.length + 0.6))]
  if (!draw) return
  // Whole inside a tall frame, whose sides are near.
  const x = WORLD.x - sunSide * (c.composition.tall ? 232 : 300 + 90 * next())
  draw(c, x, atSea ? HORIZON + 2 : 1046)
}

function turbines(c: Canvas, x: number, y: number): void {
  const next = c.random('ft')
  const d = [-104, -6, 78].map((dx, i) => turbine(x + dx, y, 190 - 34 * i, next() * 2)).join('')
  c.add(`<path d="${d}" fill="${mix(c.shade(0.1), '#ffffff', c.isNight ? 0.12 : 0.5)}"/>`)
}

/** A boat on its way, a little nearer than the horizon. */
function sail(c: Canvas, x: number, y: number): void {
  const canvas = c.paint('#FBF1DC')
  c.add(
    `<path d="M${f(x - 6)},${y - 12}V${y - 122}L${f(x - 66)},${y - 12}Z" fill="${canvas}"/>` +
      `<path d="M${f(x + 4)},${y - 12}V${y - 102}L${f(x + 44)},${y - 12}Z" fill="${mix(canvas, c.pal.ink, 0.16)}"/>` +
      `<path d="M${f(x - 72)},${y - 6}h124l-20,24h-86Z" fill="${c.paint('#B9502A')}"/>`,
  )
}

/** Land that runs out into the sea, with a light on it. */
function headland(c: Canvas, x: number, y: number): void {
  const land = c.shade(0.34)
  c.add(
    `<path d="M${f(x - 300)},${y + 4}q60,-34 150,-42q90,-10 170,-6q90,4 250,48Z" fill="${land}"/>` +
      `<path d="M${f(x - 16)},${y - 42}l5,-86h22l5,86Z" fill="${c.paint('#FFFDF7')}"/>` +
      `<path d="M${f(x - 13)},${y - 82}l2,-24h22l2,24Z" fill="${c.paint('#CF4B38')}"/>` +
      `<path d="M${f(x - 10)},${y - 128}h20v-16h-20Z" fill="#FFD98A"/>` +
      `<path d="M${f(x - 15)},${y - 144}h30l-15,-18Z" fill="${c.paint('#CF4B38')}"/>`,
  )
}

function firs(c: Canvas, x: number, y: number): void {
  const next = c.random('ff')
  let d = ''
  for (let i = 0; i < 13; i++) {
    const at = x - 130 + 260 * ((i + next()) / 13)
    const h = 70 + 70 * next()
    d += `M${f(at)},${f(y - h)}l${f(h * 0.2)},${f(h + 10)}h${f(-h * 0.4)}Z`
  }
  c.add(`<path d="${d}" fill="${c.shade(0.42)}"/>`)
}

/** A church and the houses around it. */
function village(c: Canvas, x: number, y: number): void {
  const next = c.random('fv')
  const walls = mix(c.paint('#FBF1DC'), c.pal.haze, 0.35)
  const roofs = mix(c.paint('#B9502A'), c.pal.haze, 0.35)
  let [wall, roof] = ['', '']
  for (let i = 0; i < 6; i++) {
    const at = x - 150 + 52 * i
    const [w, h] = [40 + 14 * next(), 26 + 12 * next()]
    wall += `M${f(at)},${y + 12}v${f(-h - 12)}h${f(w)}v${f(h + 12)}Z`
    roof += `M${f(at - 5)},${f(y - h)}l${f(w / 2 + 5)},-22l${f(w / 2 + 5)},22Z`
  }
  const tower = x + (next() - 0.5) * 120
  wall += `M${f(tower)},${y}v-84h30v84Z`
  roof += `M${f(tower - 4)},${y - 84}l19,-62l19,62Z`
  const windows = [0, 1, 2, 3].map((i) => ellipse(x - 120 + 76 * i, y - 10, 3.5, 5)).join('')
  c.add(`<path d="${wall}" fill="${walls}"/><path d="${roof}" fill="${roofs}"/><path d="${windows}" fill="#FFD98A"/>`)
}
