import type { Canvas } from '../canvas'
import { f } from '../curves'
import { mix } from '../palettes'
import { WORLD } from './world'

const HOUSE = { half: 310, eaves: 776, ridge: 712 } as const
const walls = ['#E6CFA0', '#B9502A', '#5FA3BF', '#FBF1DC', '#C96C86'] as const

/** A row of houses along a pavement. The one in the middle is of brick, as the front door that stands before it. */
export function street(c: Canvas): void {
  const next = c.random('sr')
  const { half, eaves, ridge } = HOUSE
  const glass = c.isNight || c.hour === 'dusk' ? '#FFD98A' : mix(c.paint('#27496B'), c.pal.haze, 0.3)
  const frame = c.paint('#FFFDF7')
  let [chimneys, windows] = ['', '']
  for (let k = -4; k <= 4; k++) {
    const x = WORLD.x + k * 2 * half
    const own = Math.floor(next() * walls.length)
    const wall = c.paint(k === 0 ? '#B9502A' : (walls[k % 2 === 0 || own !== 1 ? own : 0] as string))
    c.add(`<path d="M${x - half},${eaves}h${2 * half}V1160h${-2 * half}Z" fill="${wall}"/>`)
    if (k === 0) {
      const courses = Array.from({ length: 9 }, (_, i) => `M${x - half},${eaves + 38 + 42 * i}h${2 * half}`).join('')
      c.add(`<path d="${courses}" fill="none" stroke="${mix(wall, c.pal.ink, 0.25)}" stroke-width="4"/>`)
    } else for (const dx of [-184, 184]) windows += `M${x + dx - 54},850h108v150h-108Z`
    chimneys += `M${x + half - 34},${ridge + 8}v${f(-40 - 24 * next())}h68v70Z`
  }
  const roof = mix(c.shade(0.62), c.paint('#9E3D16'), 0.3)
  c.add(
    `<path d="${chimneys}" fill="${mix(c.paint('#B9502A'), c.pal.ink, 0.2)}"/>` +
      `<path d="M0,${eaves + 6}V${ridge}H${WORLD.w}V${eaves + 6}Z" fill="${roof}"/>` +
      `<path d="M0,${eaves + 6}H${WORLD.w}" stroke="${mix(roof, c.pal.ink, 0.35)}" stroke-width="10"/>` +
      `<path d="${windows}" fill="${glass}" stroke="${frame}" stroke-width="14"/>`,
  )
}
