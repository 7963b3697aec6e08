import { Brush } from '../brush'
import type { Canvas } from '../canvas'
import * as contests from '../objects/contests'
import * as kitchen from '../objects/kitchen'
import * as measuring from '../objects/measuring'
import * as planting from '../objects/planting'
import * as shore from '../objects/shore'
import * as study from '../objects/study'
import * as town from '../objects/town'
import { birds } from '../sky'
import { sunIn } from './room'
import { before, behind, foreground, type Ground, knoll, type Sun } from './setting'
import { WORLD } from './world'

/** Each object, and what it stands on where nothing else is asked. */
const objects = {
  auger: [study.auger, 'ice'],
  bench: [town.bench, 'meadow'],
  bibs: [contests.bibs, 'meadow'],
  bicycle: [town.bicycle, 'moor'],
  bird: [shore.bird, 'shore'],
  birdbox: [shore.birdbox, 'meadow'],
  booth: [town.booth, 'meadow'],
  books: [study.books, 'bench'],
  boots: [shore.boots, 'shore'],
  bottles: [kitchen.bottles, 'bench'],
  bowl: [kitchen.bowl, 'bench'],
  box: [study.box, 'bench'],
  bucket: [shore.bucket, 'shore'],
  buoy: [shore.buoy, 'water'],
  bus: [town.bus, 'moor'],
  camera: [measuring.camera, 'dune'],
  chair: [town.chair, 'quay'],
  chalkboard: [study.chalkboard, 'floor'],
  cradle: [study.cradle, 'quay'],
  cups: [kitchen.cups, 'bench'],
  doorstep: [town.doorstep, 'street'],
  drain: [town.drain, 'street'],
  drum: [measuring.drum, 'bench'],
  easel: [study.easel, 'meadow'],
  eclipse: [shore.eclipse, 'quay'],
  fence: [shore.fence, 'dune'],
  flagpole: [contests.flagpole, 'meadow'],
  fridge: [kitchen.fridge, 'floor'],
  gauge: [measuring.gauge, 'water'],
  glassriver: [study.glassriver, 'bench'],
  groyne: [shore.groyne, 'shore'],
  jar: [kitchen.jar, 'bench'],
  jars: [kitchen.jars, 'bench'],
  kettle: [kitchen.kettle, 'bench'],
  kiosk: [town.kiosk, 'meadow'],
  kite: [shore.kite, 'dune'],
  ladder: [measuring.ladder, 'water'],
  lantern: [shore.lantern, 'meadow'],
  letterbox: [town.letterbox, 'quay'],
  lighthouse: [shore.lighthouse, 'dune'],
  loaf: [kitchen.loaf, 'bench'],
  map: [study.map, 'bench'],
  message: [shore.message, 'water'],
  microphone: [measuring.microphone, 'meadow'],
  notebook: [study.notebook, 'bench'],
  padlock: [study.padlock, 'dune'],
  pages: [study.pages, 'bench'],
  paperboats: [study.paperboats, 'water'],
  papers: [study.papers, 'bench'],
  pencil: [study.pencil, 'bench'],
  podium: [contests.podium, 'shore'],
  pot: [kitchen.pot, 'bench'],
  press: [planting.press, 'bench'],
  quadrat: [measuring.quadrat, 'meadow'],
  quilt: [study.quilt, 'meadow'],
  radiator: [town.radiator, 'floor'],
  raingauge: [measuring.raingauge, 'meadow'],
  rake: [shore.rake, 'shore'],
  rowboat: [shore.rowboat, 'water'],
  seaholly: [planting.seaholly, 'dune'],
  seedtray: [planting.seedtray, 'bench'],
  signpost: [town.signpost, 'moor'],
  slice: [planting.slice, 'bench'],
  solder: [study.solder, 'bench'],
  streetlamp: [town.streetlamp, 'quay'],
  tape: [measuring.tape, 'bench'],
  telescope: [measuring.telescope, 'shore'],
  thermometer: [measuring.thermometer, 'bench'],
  tillers: [planting.tillers, 'dune'],
  trainers: [contests.trainers, 'shore'],
  trophy: [contests.trophy, 'ice'],
  van: [town.van, 'moor'],
  well: [town.well, 'meadow'],
  wheelbarrow: [planting.wheelbarrow, 'dune'],
  wheelchair: [town.wheelchair, 'quay'],
} as const satisfies Record<string, readonly [(brush: Brush) => string, Ground]>

/** An object in a scene: its foot at parts of the picture's width and height, at a part of its own size. */
export type Placed = { kind: ObjectKind; x: number; y: number; size: number }

export function place(c: Canvas, { kind, x, y, size }: Placed): void {
  const [draw, ground] = objects[kind]
  const [footX, footY] = [c.w * x, c.h * y]
  if (ground !== 'water') knoll(c, ground, footX, footY, size)
  const brush = new Brush(c)
  c.lit(brush.move(footX, footY, draw(brush), 0, size), (c.composition.sunX ?? 1) < x ? -1 : 1)
}

/** Where the sun may stand: behind the object, low at its side, or high and small. */
const usualSuns = {
  behind: { aside: 160, y: 880, r: 108 },
  low: { aside: 210, y: 962, r: 88 },
  high: { aside: 250, y: 756, r: 46 },
} as const satisfies Record<string, Sun>
/** Only where it is asked for: half below the horizon, or nowhere, outdoors with birds in its place. */
const suns = { ...usualSuns, setting: { aside: 236, y: 1004, r: 96 }, none: undefined } as const
export type SunPlace = keyof typeof suns
export const sunPlaces = Object.keys(suns) as SunPlace[]

/** Where a sun would be one too many. */
const ownLight = new Set<string>(['cradle', 'eclipse', 'glassriver', 'kettle', 'lantern', 'papers', 'streetlamp'])

export type ObjectKind = keyof typeof objects
export const objectKinds = Object.keys(objects) as ObjectKind[]

/** One object before the sky of its hour: the seed says where the sun stands unless that is asked, and what is seen far away. */
export function still(c: Canvas, kind: ObjectKind, ground: Ground = objects[kind][1], sun?: SunPlace): void {
  const aside = c.random('sun')()
  const side = aside < 0.5 ? -1 : 1
  const usual = Object.values(usualSuns)
  const seeded = usual[Math.floor(c.random('sky')() * usual.length)]
  const isIndoors = ground === 'bench' || ground === 'floor'
  const outdoors = sun ? suns[sun] : seeded
  const at = isIndoors ? sunIn(kind) : outdoors && { ...outdoors, aside: side * (outdoors.aside + 50 * aside) }
  behind(c, kind, ground, side, sun === 'none' || ownLight.has(kind) ? undefined : at)
  if (sun === 'none' && !isIndoors) birds(c, 5, WORLD.x + side * 205, 770, 120, 23)
  const onWater = ground === 'water' ? 16 : 0
  const brush = new Brush(c)
  c.lit(brush.move(WORLD.x, WORLD.y + onWater, objects[kind][0](brush)), side)
  before(c, ground)
  if (c.composition.tall && ground !== 'bench' && ground !== 'floor') foreground(c)
}
