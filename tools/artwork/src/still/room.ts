import type { Canvas } from '../canvas'
import { f } from '../curves'
import { mix } from '../palettes'
import { BEYOND, WORLD } from './world'

/** Of the window: how far its middle is from the object's, and its own size. A square slot shows it whole. */
const WINDOW = { aside: 130, half: 200, sill: 1046 } as const
/** How far aside things hang, on the side where the window is not or beyond it: between the edges of the usual slots. */
const ON_WALL = [-266, 572, -1060, 1140] as const

/** The wall behind a table: one window into the landscape that is drawn already, and on the wall beside it each thing once. */
export function room(c: Canvas, side: -1 | 1): void {
  const { pal } = c
  const wall = mix(mix(pal.sand[0], pal.haze, 0.45), pal.near, 0.13)
  const frame = c.isNight ? mix(wall, pal.glint, 0.16) : mix('#FFFFFF', pal.haze, 0.4)
  const middle = WORLD.x + side * WINDOW.aside
  const { half, sill } = WINDOW
  const { hole, bar, hasBoard } = windows[Math.floor(c.random('window')() * windows.length)] as Window
  const board = hasBoard ? `M${f(middle - half - 24)},${sill}h${2 * half + 48}v22h${-2 * half - 48}Z` : ''
  c.add(
    `<path d="M0,${-BEYOND}H${WORLD.w}V1160H0Z${hole(middle)}" fill="${wall}" fill-rule="evenodd"/>` +
      `<g fill="none" stroke="${frame}"><path stroke-width="20" d="${hole(middle)}"/><path stroke-width="11" d="${bar(middle)}"/></g>` +
      `<path d="${board}" fill="${mix(frame, pal.ink, 0.07)}"/>` +
      `<path d="M0,1128H${WORLD.w}" stroke="${mix(wall, pal.ink, 0.12)}" stroke-width="5"/>`,
  )
  if (c.composition.tall) c.add(lamp(c, WORLD.x - side * 150))
  const wood = c.paint('#B98556')
  const first = Math.floor(c.random('wall')() * things.length)
  for (const [i, aside] of ON_WALL.entries())
    c.add(things[(first + i) % things.length]?.(c, WORLD.x + side * aside, wood, frame) ?? '')
}

type Window = { hole: (x: number) => string; bar: (x: number) => string; hasBoard: boolean }

/** With panes, with an arch, and round as on a ship. */
const windows: Window[] = [
  {
    hole: (x) => `M${f(x - 200)},700h400V1046h-400Z`,
    bar: (x) => `M${f(x)},700V1046M${f(x - 200)},818h400`,
    hasBoard: true,
  },
  {
    hole: (x) => `M${f(x - 190)},1046V862a190,162 0 0 1 380,0V1046Z`,
    bar: (x) => `M${f(x)},700V1046M${f(x - 190)},862h380`,
    hasBoard: true,
  },
  {
    hole: (x) => `M${f(x - 186)},872a186,186 0 0 1 372,0a186,186 0 0 1 -372,0Z`,
    bar: () => '',
    hasBoard: false,
  },
]

/** A lamp that hangs from a ceiling above the frame. */
function lamp(c: Canvas, x: number): string {
  const shade = c.paint('#2F8C86')
  return (
    `<path d="M${f(x)},${-BEYOND}V450" stroke="${mix(shade, c.pal.ink, 0.5)}" stroke-width="6"/>` +
    `<circle cx="${f(x)}" cy="540" r="30" fill="#FFD98A"/>` +
    `<path d="M${f(x - 104)},540q10,-84 84,-94v-16h40v16q74,10 84,94Z" fill="${shade}"/>` +
    `<path d="M${f(x - 104)},540q10,-84 84,-94v-16h20V540Z" fill="${mix(shade, c.pal.ink, 0.12)}"/>`
  )
}

/** What hangs on the wall. */
const things = [chart, shelf, clock, pegs] as const

/** A tide that somebody drew, framed. */
function chart(c: Canvas, x: number, wood: string, paper: string): string {
  const line = c.paint('#2F8C86')
  return (
    `<path d="M${f(x - 69)},760h138v112h-138Z" fill="${paper}" stroke="${wood}" stroke-width="10"/>` +
    `<path d="M${f(x - 48)},820q16,-50 32,0t32,0t32,0" fill="none" stroke="${line}" stroke-width="6" stroke-linecap="round"/>` +
    `<path d="M${f(x - 48)},850h96" stroke="${mix(paper, c.pal.ink, 0.3)}" stroke-width="4"/>`
  )
}

/** A clock that shows ten past ten. */
function clock(c: Canvas, x: number, wood: string, paper: string): string {
  return (
    `<circle cx="${f(x)}" cy="812" r="66" fill="${paper}" stroke="${wood}" stroke-width="12"/>` +
    `<path d="M${f(x)},812l-24,-22M${f(x)},812l34,-30" stroke="${c.paint('#12302F')}" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M${f(x)},756v8M${f(x)},860v8M${f(x - 56)},812h8M${f(x + 48)},812h8" stroke="${mix(paper, c.pal.ink, 0.4)}" stroke-width="5"/>`
  )
}

/** A board with pegs: a coat, and a scarf. */
function pegs(c: Canvas, x: number, wood: string): string {
  return (
    `<path d="M${f(x - 84)},742h168v24h-168Z" fill="${wood}"/>` +
    `<path d="M${f(x - 44)},756l-34,30l-10,130h88l-10,-130Z" fill="${c.paint('#27496B')}"/>` +
    `<path d="M${f(x + 30)},756h22l10,118h-42Z" fill="${c.paint('#CF4B38')}"/>` +
    `<path d="M${f(x + 25)},812h32M${f(x + 22)},842h38" stroke="${c.paint('#FBF1DC')}" stroke-width="9"/>` +
    `<path d="M${f(x - 44)},758h0M${f(x + 41)},758h0" stroke="${c.pal.ink}" stroke-width="13" stroke-linecap="round"/>`
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
