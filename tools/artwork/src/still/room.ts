import type { Canvas } from '../canvas'
import { mix } from '../palettes'
import * as furniture from './furniture'
import { BEYOND, WORLD } from './world'

/** A window: its middle aside of the object's, half its width, its top, and its sill. */
type Window = { shape: 'panes' | 'arch' | 'round'; aside: number; half: number; top: number; sill: number }
type Room = {
  tint: string
  window?: Window
  /** What goes on along the whole wall, or is whole in a square picture: between -312 and 312. */
  wall?: readonly furniture.Piece[]
  /** Before the window. */
  hung?: readonly furniture.Piece[]
}

const { blind, books, bunting, charts, coats, cups, curtains, frames, glazing, lamplight, lantern } = furniture
const { niche, painting, panels, pans, plan, planks, proofs, rafters, sheaves, tiles, tools } = furniture
const panes = (aside: number, half: number, top: number, sill: number): Window => ({
  ...{ shape: 'panes', aside, half, top, sill },
})

/** The room of each thing that stands on a table or a floor: no two have the same. */
const rooms: Record<string, Room> = {
  books: {
    ...{ tint: '#B98556', wall: [planks, rafters] },
    window: { shape: 'round', aside: 0, half: 72, top: 676, sill: 820 },
  },
  bottles: { tint: '#C96C86', window: panes(0, 284, 690, 1040), wall: [panels] },
  bowl: { tint: '#FBF1DC', window: panes(0, 284, 690, 1000), wall: [tiles], hung: [blind] },
  box: { tint: '#2F8C86', wall: [panels, coats] },
  chalkboard: { tint: '#4B8A5C', wall: [panels, bunting] },
  cups: { tint: '#5FA3BF', wall: [tiles, cups] },
  drum: {
    ...{ tint: '#27496B', wall: [planks] },
    window: { shape: 'round', aside: -228, half: 68, top: 700, sill: 836 },
  },
  fridge: { tint: '#F2B04A', window: panes(-226, 70, 704, 884), wall: [tiles], hung: [pans] },
  glassriver: { tint: '#C96C86', wall: [panels, niche] },
  jar: { tint: '#5FA3BF', window: { shape: 'arch', aside: 0, half: 284, top: 690, sill: 1040 }, wall: [planks] },
  jars: { tint: '#E6CFA0', wall: [planks] },
  kettle: { tint: '#FBF1DC', window: panes(-220, 78, 690, 868), wall: [tiles] },
  loaf: { tint: '#E6CFA0', window: panes(0, 262, 690, 930), wall: [tiles], hung: [curtains] },
  map: { tint: '#27496B', wall: [panels, charts] },
  notebook: { tint: '#B98556', wall: [books] },
  pages: { tint: '#5FA3BF', window: panes(0, 284, 690, 1040), hung: [curtains] },
  papers: { tint: '#27496B', wall: [panels, frames] },
  pencil: { tint: '#FBF1DC', wall: [panels, proofs] },
  pot: { tint: '#B98556', wall: [planks], hung: [lantern] },
  press: { tint: '#4B8A5C', wall: [panels, sheaves] },
  radiator: { tint: '#C96C86', wall: [panels, painting] },
  seedtray: { tint: '#4B8A5C', wall: [glazing] },
  slice: { tint: '#4B8A5C', wall: [planks, tools] },
  solder: { tint: '#9DB0B2', wall: [planks, tools] },
  tape: { tint: '#FBF1DC', wall: [panels, plan] },
  thermometer: { tint: '#9DB0B2', window: panes(218, 80, 700, 960), wall: [panels] },
}
const anyRoom: Room = { tint: '#C96C86', wall: [panels, frames] }

/** Where the sun is seen in the window of a room. */
export function sunIn(kind: string): { aside: number; y: number; r: number } | undefined {
  const { window, wall } = rooms[kind] ?? anyRoom
  if (wall?.includes(glazing)) return { aside: 170, y: 800, r: 64 }
  if (!window) return
  const { aside, half, top, sill } = window
  return { aside: aside - half * 0.59, y: top + (sill - top) * 0.5, r: Math.min(54, half * 0.3) }
}

/** The wall behind what stands on a table or floor: its window into the landscape that is drawn already, and its furniture. */
export function room(c: Canvas, kind: string): void {
  const { pal } = c
  const { tint, window, wall: onWall = [], hung = [] } = rooms[kind] ?? anyRoom
  const plain = mix(mix(pal.sand[0], pal.haze, 0.45), pal.near, 0.13)
  const colour = mix(plain, c.paint(tint), c.isNight ? 0.12 : 0.3)
  const frame = c.isNight ? mix(colour, pal.glint, 0.2) : mix('#FFFFFF', pal.haze, 0.4)
  const drawn = (pieces: readonly furniture.Piece[]) => pieces.map((piece) => piece(c, colour, frame)).join('')
  const isGlazed = onWall.includes(glazing)
  const wall = `M-${WORLD.x},${-BEYOND}H${WORLD.x}V1160H-${WORLD.x}Z`
  const around = `<clipPath id="w"><path d="${wall}${window ? hole(window) : ''}" clip-rule="evenodd"/></clipPath>`
  c.add(
    `<g transform="translate(${WORLD.x})">${around}<g clip-path="url(#w)">` +
      (isGlazed ? '' : `<path d="${wall}" fill="${colour}"/>`) +
      drawn(onWall) +
      `</g>${window ? glass(window, frame, mix(frame, pal.ink, 0.1)) : ''}${drawn(hung)}` +
      `<path d="M-${WORLD.x},1128H${WORLD.x}" stroke="${mix(colour, pal.ink, 0.16)}" stroke-width="6"/>` +
      `${c.composition.tall ? lamplight(c, colour, frame) : ''}</g>`,
  )
}

function hole({ shape, aside: x, half, top, sill }: Window): string {
  if (shape === 'panes') return `M${x - half},${top}h${2 * half}V${sill}h${-2 * half}Z`
  if (shape === 'round')
    return `M${x - half},${top + half}a${half},${half} 0 0 1 ${2 * half},0a${half},${half} 0 0 1 ${-2 * half},0Z`
  const rise = half * 0.6
  return `M${x - half},${sill}V${top + rise}a${half},${rise} 0 0 1 ${2 * half},0V${sill}Z`
}

function glass(window: Window, frame: string, board: string): string {
  const { shape, aside: x, half, top, sill } = window
  const bars = shape === 'round' ? '' : `M${x},${top}V${sill}M${x - half},${top + (sill - top) * 0.4}h${2 * half}`
  const below =
    shape === 'round'
      ? ''
      : `<path d="M${x - half - 20},${sill}h${2 * half + 40}v20h${-2 * half - 40}Z" fill="${board}"/>`
  return `<g fill="none" stroke="${frame}"><path stroke-width="${half < 100 ? 14 : 18}" d="${hole(window)}"/><path stroke-width="9" d="${bars}"/></g>${below}`
}
