import type { Canvas } from '../canvas'
import { f } from '../curves'
import { mix } from '../palettes'
import { BEYOND, WORLD } from './world'

/** Of a window: how far its middle is from the object's, and its own size. */
const WINDOW = { aside: 190, half: 225, top: 700, sill: 1046 } as const
/** From one window of the room to the next: no card shows two. */
const APART = 1060

/** The wall behind a table: windows into the landscape that is drawn already, and something on the wall beside them. */
export function room(c: Canvas, side: -1 | 1): void {
  const { pal } = c
  const wall = mix(mix(pal.sand[0], pal.haze, 0.45), pal.near, 0.13)
  const frame = c.isNight ? mix(wall, pal.glint, 0.16) : mix('#FFFFFF', pal.haze, 0.4)
  const middles = [-2, -1, 0, 1, 2].map((n) => WORLD.x + side * WINDOW.aside + n * APART)
  const { half, top, sill } = WINDOW
  const holes = middles.map((x) => `M${f(x - half)},${top}h${2 * half}V${sill}h${-2 * half}Z`).join('')
  c.add(`<path d="M0,${-BEYOND}H${WORLD.w}V1160H0Z${holes}" fill="${wall}" fill-rule="evenodd"/>`)
  const bars = middles.map((x) => `M${f(x)},${top}V${sill}M${f(x - half)},${top + 118}h${2 * half}`).join('')
  const boards = middles.map((x) => `M${f(x - half - 30)},${sill}h${2 * half + 60}v22h${-2 * half - 60}Z`).join('')
  c.add(
    `<g fill="none" stroke="${frame}"><path stroke-width="20" d="${holes}"/><path stroke-width="11" d="${bars}"/></g>` +
      `<path d="${boards}" fill="${mix(frame, pal.ink, 0.07)}"/>` +
      `<path d="M0,1128H${WORLD.w}" stroke="${mix(wall, pal.ink, 0.12)}" stroke-width="5"/>`,
  )
  const x = WORLD.x - side * 336
  const wood = c.paint('#B98556')
  if (c.random('wall')() < 0.5) c.add(chart(c, x, wood, frame))
  else c.add(shelf(c, x, wood))
}

/** A tide that somebody drew, framed. */
function chart(c: Canvas, x: number, wood: string, paper: string): string {
  const line = c.paint('#2F8C86')
  return (
    `<path d="M${f(x - 69)},760h138v112h-138Z" fill="${paper}" stroke="${wood}" stroke-width="10"/>` +
    `<path d="M${f(x - 48)},820q16,-50 32,0t32,0t32,0" fill="none" stroke="${line}" stroke-width="6" stroke-linecap="round"/>` +
    `<path d="M${f(x - 48)},850h96" stroke="${mix(paper, c.pal.ink, 0.3)}" stroke-width="4"/>`
  )
}

/** A shelf with a row of books and a plant. */
function shelf(c: Canvas, x: number, wood: string): string {
  const next = c.random('shelf')
  const colours = ['#CF4B38', '#27496B', '#F2B04A', '#2F8C86', '#FBF1DC'].map((colour) => c.paint(colour))
  let at = x - 68
  const books = Array.from({ length: 5 }, () => {
    const [w, h] = [13 + 7 * next(), 58 + 30 * next()]
    const colour = colours[Math.floor(next() * colours.length)]
    const book = `<path d="M${f(at)},852h${f(w)}v${f(-h)}h${f(-w)}Z" fill="${colour}"/>`
    at += w + 2
    return book
  })
  const leaf = c.paint('#4B8A5C')
  return (
    books.join('') +
    `<path d="M${f(x + 46)},820q-34,-20 -30,-52q26,8 30,36q2,-46 26,-58q10,36 -14,62q22,-16 40,-8q-10,26 -40,26Z" fill="${leaf}"/>` +
    `<path d="M${f(x + 25)},816h42l-7,36h-28Z" fill="${c.paint('#B9502A')}"/>` +
    `<path d="M${f(x - 76)},852h152v11h-152Z" fill="${wood}"/>`
  )
}
