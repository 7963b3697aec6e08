import type { Canvas } from '../canvas'
import { mix } from '../palettes'
import { BEYOND, WORLD } from './world'

/** Something on the wall, around the middle of the picture; `wall` and `paper` are the colours of the wall and of its frames. */
export type Piece = (c: Canvas, wall: string, paper: string) => string

const path = (d: string, fill: string, rest = '') => `<path d="${d}" fill="${fill}"${rest}/>`
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const rect = (x: number, y: number, w: number, h: number, fill: string, rest = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${rest}/>`

/** What repeats along the whole wall, so that no frame cuts it off. */
function along(id: string, y: number, width: number, height: number, svg: string, to = y + height): string {
  const pattern = `<pattern id="${id}" x="${-width / 2}" y="${y}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${svg}</pattern>`
  return pattern + rect(-WORLD.x, y, 2 * WORLD.x, to - y, `url(#${id})`)
}

/** Tiles above the table. */
export const tiles: Piece = (c, wall, paper) =>
  rect(-WORLD.x, 920, 2 * WORLD.x, 208, mix(wall, paper, 0.55)) +
  along('t', 936, 96, 64, line('M0,0H96M48,0V32M0,32H96M0,32V64M96,32V64', mix(wall, c.pal.ink, 0.1), 4), 1128) +
  rect(-WORLD.x, 920, 2 * WORLD.x, 14, mix(wall, c.paint('#2F8C86'), 0.6))

/** Boards side by side. */
export const planks: Piece = (c, wall) =>
  along('p', -BEYOND, 92, 92, line('M0,0V92', mix(wall, c.pal.ink, 0.13), 5), 1128)

/** Wood to the height of a table. */
export const panels: Piece = (c, wall) =>
  rect(-WORLD.x, 976, 2 * WORLD.x, 152, mix(wall, c.pal.ink, 0.08)) +
  along('p', 976, 124, 152, rect(16, 34, 92, 92, mix(wall, c.pal.ink, 0.16), ' rx="5"')) +
  rect(-WORLD.x, 968, 2 * WORLD.x, 14, mix(wall, c.pal.ink, 0.2))

/** The beams of a roof. */
export const rafters: Piece = (c, wall) =>
  line('M-900,1160L0,560L900,1160', mix(wall, c.pal.ink, 0.3), 40) +
  path('M-2100,1160H-940L0,534L940,1160H2100V-1200H-2100Z', mix(wall, c.pal.ink, 0.2))

/** Shelves full of books. */
export const books: Piece = (c, wall) => {
  const next = c.random('books')
  const colours = ['#CF4B38', '#27496B', '#F2B04A', '#2F8C86', '#FBF1DC', '#7C5233']
  const spine = (x: number, w: number) => {
    const high = Math.round(72 + 36 * next())
    return rect(x, 128 - high, w - 3, high, mix(c.paint(colours[Math.floor(next() * 6)] as string), wall, 0.55))
  }
  let row = ''
  for (let x = 6; x < 308; ) {
    const w = Math.round(20 + 16 * next())
    row += spine(x, w)
    x += next() < 0.12 ? w + 30 : w
  }
  return along(
    'b',
    680 - 146 * 12,
    344,
    146,
    rect(0, 0, 344, 146, mix(wall, c.pal.ink, 0.16)) + row + rect(0, 128, 344, 18, mix(wall, c.paint('#B98556'), 0.5)),
    1128,
  )
}

/** Flags on a string under the ceiling. */
export const bunting: Piece = (c) => {
  const flags = ['#CF4B38', '#F2B04A', '#FBF1DC', '#2F8C86'].map((colour, i) =>
    path(`M${18 + i * 52},${[690, 700, 700, 690][i]}h40l-20,52Z`, c.paint(colour)),
  )
  return along(
    'f',
    660,
    208,
    100,
    `<g transform="translate(0 -660)">${flags.join('')}${line('M0,680Q104,720 208,680', c.pal.ink, 4)}</g>`,
  )
}

/** A rail with pegs, and a satchel and a coat on two of them. */
export const coats: Piece = (c, wall) =>
  rect(-WORLD.x, 690, 2 * WORLD.x, 26, c.paint('#B98556')) +
  along('k', 690, 104, 40, line('M52,14v12', mix(wall, c.pal.ink, 0.5), 12)) +
  path('M-296,792h84v74h-84ZM272,726l-34,26l-12,140h84l-8,-140l-30,-26Z', c.paint('#27496B')) +
  path('M-300,782h92v40q-46,18 -92,0Z', c.paint('#CF4B38')) +
  line('M-290,784L-260,716L-218,784', c.paint('#7C5233'), 7)

/** Cups on hooks under a shelf. */
export const cups: Piece = (c, wall) => {
  const cup = (x: number, colour: string) =>
    path(`M${x - 22},40h44l-5,44h-34Z`, c.paint(colour)) +
    line(`M${x},18v8q14,2 14,20M${x + 20},50q18,2 12,20h-14`, mix(wall, c.pal.ink, 0.45), 5)
  return along(
    'u',
    676,
    240,
    96,
    rect(0, 0, 240, 18, c.paint('#B98556')) + cup(40, '#FFFDF7') + cup(120, '#CF4B38') + cup(200, '#27496B'),
  )
}

/** Rolled charts in their pigeonholes. */
export const charts: Piece = (c, wall, paper) => {
  const roll = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="20" fill="${paper}"/><circle cx="${x}" cy="${y}" r="8" fill="${mix(paper, c.pal.ink, 0.35)}"/>`
  return along(
    'h',
    780 - 112 * 6,
    120,
    112,
    rect(0, 0, 120, 112, c.paint('#7C5233')) +
      rect(8, 8, 104, 92, mix(wall, c.pal.ink, 0.5)) +
      roll(32, 78) +
      roll(76, 78) +
      roll(54, 44),
    780,
  )
}

/** Proofs on a line. */
export const proofs: Piece = (c, _, paper) => {
  const proof = (x: number, high: number) =>
    rect(x, 20, 76, high, paper) +
    line(`M${x + 14},44h46M${x + 14},60h34M${x + 14},76h46`, mix(paper, c.pal.ink, 0.35), 5) +
    rect(x + 32, 8, 10, 24, c.paint('#B98556'))
  return along('o', 676, 212, 140, line('M0,16H212', c.pal.ink, 4) + proof(14, 96) + proof(118, 116))
}

/** Two pictures of what is told. */
export const frames: Piece = (c, wall, paper) => {
  const sea = c.paint('#2F8C86')
  const one = (x: number) => rect(x, 706, 92, 112, paper, ` stroke="${c.paint('#B98556')}" stroke-width="9"`)
  return (
    one(-302) +
    one(210) +
    line('M-284,774q14,-40 28,0t28,0', sea, 6) +
    path('M222,796l28,-44l18,22l11,-12l15,34Z', sea) +
    line('M-256,706v-20M256,706v-20', mix(wall, c.pal.ink, 0.4), 4)
  )
}

/** A sea in a heavy frame. */
export const painting: Piece = (c, _, paper) =>
  rect(-180, 690, 360, 124, c.paint('#5FA3BF'), ` stroke="${c.paint('#F2B04A')}" stroke-width="16"`) +
  path('M-172,768q60,-26 120,-6t110,-4t114,2V806H-172Z', c.paint('#27496B')) +
  path('M20,762V712L70,762Z', paper) +
  path('M-2,766h76l-12,16H10Z', c.paint('#CF4B38'))

/** Pressed grasses, framed. */
export const sheaves: Piece = (c, _, paper) => {
  const leaf = c.paint('#0F5F58')
  const one = (x: number) =>
    rect(x, 700, 136, 208, paper, ` stroke="${c.paint('#B98556')}" stroke-width="10"`) +
    line(
      `M${x + 68},886V740M${x + 68},860l-34,-40M${x + 68},860l34,-40M${x + 68},826l-30,-40M${x + 68},826l30,-40M${x + 68},790l-20,-34M${x + 68},790l20,-34`,
      leaf,
      7,
    )
  return one(-300) + one(-128)
}

/** A plan with measured points and how sure they are. */
export const plan: Piece = (c, _, paper) => {
  const blue = c.paint('#27496B')
  return (
    rect(-304, 700, 236, 250, blue) +
    line('M-276,726V916H-92', paper, 6) +
    line(
      'M-262,888Q-200,870 -172,822T-96,752M-226,846v52M-238,846h24M-238,898h24M-172,784v72M-184,784h24M-184,856h24M-118,734v56M-130,734h24M-130,790h24',
      paper,
      5,
    ) +
    line('M-304,700h0M-68,700h0', c.paint('#CF4B38'), 16)
  )
}

/** A board with tools. */
export const tools: Piece = (c, wall) => {
  const [wood, iron] = [c.paint('#B98556'), c.paint('#4A6165')]
  return (
    rect(-306, 690, 330, 290, mix(wall, c.paint('#E6CFA0'), 0.6), ' rx="8"') +
    line('M-246,960V760', wood, 18) +
    path('M-292,728h92v34h-92Z', iron) +
    line('M-158,720v120', iron, 10) +
    line('M-158,850v96', c.paint('#CF4B38'), 24) +
    line('M-86,946q-26,-70 10,-120q-30,-60 -8,-100M-48,946q26,-70 -10,-120q30,-60 8,-100', iron, 13) +
    line('M-86,946q-12,-34 -12,-70M-48,946q12,-34 12,-70', c.paint('#2F8C86'), 20)
  )
}

/** A niche for one thing. */
export const niche: Piece = (c, wall) =>
  path('M-300,1128V900a300,220 0 0 1 600,0V1128Z', mix(wall, c.pal.ink, c.isNight ? 0.4 : 0.3))

/** A house of glass, on a low wall. */
export const glazing: Piece = (_, wall, paper) =>
  along('g', -BEYOND, 208, 340, line('M0,0V340M208,0V340M0,160H208', paper, 14), 1060) +
  rect(-WORLD.x, 1040, 2 * WORLD.x, 90, wall) +
  rect(-WORLD.x, 1030, 2 * WORLD.x, 20, paper)

/** A blind half down. */
export const blind: Piece = (c, _, paper) =>
  line('M-268,706H268M-268,728H268M-268,750H268M-268,772H268M-268,794H268', mix(paper, c.paint('#F2B04A'), 0.35), 16) +
  line('M236,800v64', c.pal.ink, 4)

/** Curtains at both sides of a wide window. */
export const curtains: Piece = (c) => {
  const cloth = c.paint('#CF4B38')
  return (
    path('M-300,684h96q-4,110 -62,190l-34,66ZM300,684h-96q4,110 62,190l34,66Z', cloth) +
    line(
      'M-272,690q0,90 -22,170M-240,690q-4,90 -40,160M272,690q0,90 22,170M240,690q4,90 40,160',
      mix(cloth, c.pal.ink, 0.2),
      5,
    ) +
    line('M-308,684H308', c.paint('#7C5233'), 12)
  )
}

/** Pans on a rail. */
export const pans: Piece = (c) => {
  const iron = c.paint('#4A6165')
  return (
    line('M166,716H306', c.paint('#7C5233'), 10) +
    line('M200,718v60M270,718v76', iron, 11) +
    `<circle cx="200" cy="812" r="36" fill="${iron}"/><circle cx="200" cy="812" r="25" fill="${mix(iron, c.pal.ink, 0.4)}"/>` +
    path('M246,794h48q0,44 -24,44t-24,-44Z', c.paint('#F2B04A'))
  )
}

/** A lantern that hangs at the side. */
export const lantern: Piece = (c) => {
  const iron = c.paint('#9DB0B2')
  return (
    `<circle cx="-262" cy="786" r="120" fill="#FFD98A" opacity=".18"/>` +
    line(`M-262,${-BEYOND}V716`, iron, 5) +
    path('M-292,746h60v84h-60Z', '#FFD98A') +
    path('M-262,822q-18,-20 0,-54q18,34 0,54Z', '#F08A48') +
    path('M-304,746l24,-30h36l24,30ZM-302,828h80v16h-80Z', iron) +
    line('M-292,746v84M-232,746v84', iron, 6)
  )
}

/** A lamp that hangs from a ceiling above the frame. */
export const lamplight: Piece = (c) => {
  const shade = c.paint('#2F8C86')
  return (
    line(`M-150,${-BEYOND}V450`, mix(shade, c.pal.ink, 0.5), 6) +
    '<circle cx="-150" cy="540" r="30" fill="#FFD98A"/>' +
    path('M-254,540q10,-84 84,-94v-16h40v16q74,10 84,94Z', shade) +
    path('M-254,540q10,-84 84,-94v-16h20V540Z', mix(shade, c.pal.ink, 0.12))
  )
}
