import { writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Brush } from './brush'
import { Canvas, type Composition } from './canvas'
import type { Point } from './curves'
import { hills } from './land'
import { cups, kettle, pot } from './objects/kitchen'
import { bird, lantern } from './objects/shore'
import { box, pencil } from './objects/study'
import { chair, letterbox } from './objects/town'
import type { Hour } from './palettes'
import { grass } from './plants'
import { type SceneKind, scene, stillLife } from './scene'
import { coast } from './scenes/coast'
import type { ObjectKind, Placed, SunPlace } from './still/still'

/** Draws the pictures that are files of the parts: `node --import tsx tools/artwork/src/draw-site.ts`. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const write = (path: string, svg: string) => writeFileSync(resolve(root, path), `${svg}\n`)

/**
 * Land at the foot of a banner, as high as the highest banner. Each window shows its end: sun and object stand in the last
 * 580 of 2560 pixels, which a phone has, and the words end before them. Something large may go beyond the end or the foot.
 */
type Banner = Composition & { hour: Hour; kind: SceneKind; object: Placed; seed?: string }
const banners: Record<string, Banner> = {
  'mfe-content/src/art/about-us': {
    ...{ kind: 'coast', hour: 'rose', turbines: 0, sunX: 0.805, sunY: 0.46, sunR: 0.1 },
    object: { kind: 'lighthouse', x: 0.906, y: 0.8, size: 0.56 },
  },
  'mfe-content/src/art/accessibility': {
    ...{ kind: 'coast', hour: 'mist', turbX: [0.62, 0.76], sunX: 0.953, sunY: 0.38, sunR: 0.09 },
    object: { kind: 'wheelchair', x: 0.863, y: 0.88, size: 0.62 },
  },
  'mfe-content/src/art/digital-media': {
    ...{ kind: 'dunes', hour: 'golden', sunX: 0.953, sunY: 0.44, sunR: 0.13 },
    object: { kind: 'camera', x: 0.867, y: 0.9, size: 0.66 },
  },
  'mfe-content/src/art/eco-shop': {
    // No sun: the kiosk below it has one.
    ...{ kind: 'dunes', hour: 'morning', sunR: 0 },
    object: { kind: 'bicycle', x: 0.884, y: 0.88, size: 0.6 },
  },
  'mfe-content/src/art/gallery': {
    ...{ kind: 'arctic', hour: 'rose', sunX: 0.949, sunY: 0.46, sunR: 0.12 },
    object: { kind: 'paperboats', x: 0.852, y: 0.87, size: 0.58 },
  },
  'mfe-content/src/art/news': {
    ...{ kind: 'coast', hour: 'mist', turbX: [0.62, 0.68], turbines: 3, sunX: 0.812, sunY: 0.42, sunR: 0.08 },
    object: { kind: 'bird', x: 0.914, y: 0.86, size: 0.5 },
  },
  'mfe-content/src/art/privacy': {
    ...{ kind: 'dunes', hour: 'mist', sunX: 0.938, sunY: 0.4, sunR: 0.09 },
    object: { kind: 'padlock', x: 0.84, y: 0.86, size: 0.56 },
  },
  'mfe-content/src/art/publications': {
    ...{ kind: 'wetland', hour: 'mist', sunX: 0.828, sunY: 0.4, sunR: 0.09 },
    object: { kind: 'books', x: 0.934, y: 0.88, size: 0.56 },
  },
  'mfe-content/src/art/search': {
    ...{ kind: 'coast', hour: 'dawn', turbines: 0, sunX: 0.957, sunY: 0.56, sunR: 0.08 },
    object: { kind: 'telescope', x: 0.855, y: 0.88, size: 0.46 },
  },
  'mfe-content/src/art/tech-initiatives': {
    ...{ kind: 'windfarm', hour: 'noon', sunX: 0.812, sunY: 0.36, sunR: 0.09 },
    object: { kind: 'raingauge', x: 0.922, y: 0.96, size: 0.7 },
  },
  'mfe-content/src/short-pages/harbour-town': {
    ...{ kind: 'city', hour: 'dawn', sunX: 0.836, sunY: 0.38, sunR: 0.1 },
    object: { kind: 'letterbox', x: 0.9, y: 0.84, size: 0.56 },
  },
  'mfe-content/src/short-pages/give': {
    ...{ kind: 'dunes', hour: 'morning', sunX: 0.953, sunY: 0.38, sunR: 0.08 },
    object: { kind: 'jar', x: 0.867, y: 0.88, size: 0.6 },
  },
  'mfe-content/src/short-pages/join': {
    ...{ kind: 'wetland', hour: 'noon', sunX: 0.957, sunY: 0.38, sunR: 0.08 },
    object: { kind: 'quadrat', x: 0.867, y: 0.92, size: 0.62 },
  },
  'mfe-content/src/short-pages/partner': {
    ...{ kind: 'windfarm', hour: 'golden', sunX: 0.844, sunY: 0.54, sunR: 0.1 },
    object: { kind: 'van', x: 0.949, y: 0.92, size: 0.62 },
  },
  'mfe-events/src/art/campaign-events': {
    ...{ kind: 'wetland', hour: 'morning', sunX: 0.844, sunY: 0.46, sunR: 0.1 },
    object: { kind: 'boots', x: 0.902, y: 0.88, size: 0.52 },
  },
  'mfe-events/src/art/courses': {
    ...{ kind: 'coast', hour: 'morning', turbX: [0.6, 0.68], sunX: 0.805, sunY: 0.46, sunR: 0.11 },
    object: { kind: 'kite', x: 0.902, y: 0.8, size: 0.62 },
  },
  'mfe-events/src/art/exhibitions': {
    ...{ kind: 'dunes', hour: 'rose', sunX: 0.953, sunY: 0.42, sunR: 0.11 },
    object: { kind: 'easel', x: 0.852, y: 0.84, size: 0.6 },
  },
  'mfe-events/src/art/olympiad': {
    ...{ kind: 'arctic', hour: 'night', sunX: 0.797, sunY: 0.42, sunR: 0.1 },
    object: { kind: 'trophy', x: 0.883, y: 0.86, size: 0.6 },
  },
  'mfe-events/src/art/sports': {
    ...{ kind: 'track', hour: 'noon', sunX: 0.93, sunY: 0.4, sunR: 0.09 },
    object: { kind: 'flagpole', x: 0.85, y: 0.82, size: 0.56 },
  },
  'mfe-events/src/art/submissions': {
    ...{ kind: 'wetland', hour: 'dusk', sunX: 0.824, sunY: 0.44, sunR: 0.12 },
    object: { kind: 'pencil', x: 0.9, y: 0.83, size: 0.56 },
  },
  'mfe-events/src/art/tickets': {
    ...{ kind: 'festival', hour: 'night', sunX: 0.953, sunY: 0.36, sunR: 0.1 },
    object: { kind: 'booth', x: 0.871, y: 0.87, size: 0.58 },
  },
  'mfe-quiz/src/art/quiz': {
    ...{ kind: 'alps', hour: 'night', starX: 0.97, sunX: 0.937, sunY: 0.4, sunR: 0.075 },
    object: { kind: 'box', x: 0.843, y: 0.84, size: 0.54 },
  },
  'mfe-quiz/src/art/arctic': {
    ...{ kind: 'arctic', hour: 'night', seed: 'after the quiz', starX: 0.97, sunX: 0.835, sunY: 0.47, sunR: 0.075 },
    object: { kind: 'bird', x: 0.897, y: 0.88, size: 0.5 },
  },
  'mfe-quiz/src/art/results': {
    ...{ kind: 'coast', hour: 'dawn', turbines: 0, sunX: 0.957, sunY: 0.46, sunR: 0.1 },
    object: { kind: 'podium', x: 0.863, y: 0.92, size: 0.56 },
  },
}
for (const [path, banner] of Object.entries(banners))
  write(`${path}.svg`, scene({ seed: path.split('/').pop() as string, w: 2560, h: 400, land: true, ...banner }))

// The sea at the foot of each page, at night in both themes, behind marram as high as it stands on the dune.
const sea = new Canvas(2560, 350, 'night', 'footer', {
  land: true,
  horizon: 0.5,
  sunX: 0.62,
  sunY: 0.25,
  turbines: 0,
  starX: 0,
  starMax: 0.8,
})
coast(sea)
const { near, ink, grass: greens } = sea.pal
const foot = hills(sea, {
  base: 356,
  amp: 50,
  freq: 2.4,
  key: 'foot',
  oct: 2,
  env: (u) => 0.3 + Math.abs(u - 0.6) * 1.6,
})
grass(sea, foot, {
  n: 520,
  h: 150,
  cols: [near, ink, greens[1], greens[2]],
  key: 'high',
  lean: 0.8,
  heads: true,
  passes: 3,
})
write('shell/src/layout/art/footer.svg', sea.toSvg())
write(
  'shell/src/layout/art/not-found.svg',
  scene({
    kind: 'dunes',
    hour: 'dawn',
    seed: 'not found',
    w: 1800,
    h: 480,
    land: true,
    sunX: 0.907,
    sunY: 0.36,
    sunR: 0.12,
    object: { kind: 'signpost', x: 0.817, y: 0.9, size: 0.82 },
  }),
)

// Grass on the band of a call, lower than its words on a phone, and an object of its own beside the button: a lantern, and
// in an area what its volunteers have in hand. It is lit in both themes.
const bandGrass = { cols: ['#04312E', '#0B6B5F', '#17806F', '#2A9480'], lean: 0.8, passes: 2 }
const bandGround: Point[] = [
  [0, 200],
  [1560, 200],
]
const bands: [path: string, object: (brush: Brush) => string, size: number][] = [
  ['shared/ui/src/blocks/call-band-grass', lantern, 0.28],
  ['mfe-events/src/art/call-sports', cups, 0.28],
  ['mfe-events/src/art/call-olympiad', kettle, 0.26],
  ['mfe-events/src/art/call-tickets', pot, 0.22],
  ['mfe-events/src/art/call-exhibitions', chair, 0.29],
  ['mfe-events/src/art/call-submissions', letterbox, 0.29],
]
for (const [path, object, size] of bands) {
  const band = new Canvas(1560, 200, 'night', path.includes('call-band') ? 'call' : path, {})
  grass(band, bandGround, { ...bandGrass, n: 50, h: 96, key: 'right', x0: 1020, x1: 1550 })
  grass(band, bandGround, { ...bandGrass, n: 12, h: 56, key: 'left', x0: 0, x1: 360 })
  const brush = new Brush(band)
  band.add(brush.move(1464, 184, object(brush), 0, size))
  write(`${path}.svg`, band.toSvg())
}

// What lies on the beach of an empty list. It is lit in both themes.
const onBeach: [path: string, object: (brush: Brush) => string, size: number][] = [
  ['shared/ui/src/blocks/empty-state-bird', bird, 0.38],
  ['mfe-quiz/src/art/no-answers', box, 0.36],
  ['mfe-account/src/art/nothing-sent', pencil, 0.34],
]
for (const [path, object, size] of onBeach) {
  const beach = new Canvas(300, 300, 'rose', path, {})
  const brush = new Brush(beach)
  beach.add(brush.move(144, 226, object(brush), 0, size))
  write(`${path}.svg`, beach.toSvg())
}

// Pictures without words on them.
write(
  'mfe-content/src/short-pages/kiosk.svg',
  stillLife({ kind: 'kiosk', hour: 'dawn', ground: 'quay', sun: 'low', seed: 'kiosk', w: 900, h: 700 }),
)
write(
  'shell/src/layout/art/failure.svg',
  stillLife({ kind: 'lighthouse', hour: 'mist', seed: 'failure', w: 400, h: 400 }),
)
write(
  'mfe-content/src/home/art/important.svg',
  scene({ kind: 'dunes', hour: 'mist', seed: 'important', w: 920, h: 340 }),
)
/**
 * Objects beside forms, as the pictures of items are: `picture.svg#wide` with `object-fit: fill` shows the whole object in a
 * slot of any shape.
 */
const besideForms: [path: string, kind: ObjectKind, sun: SunPlace, seed: string][] = [
  ['mfe-account/src/art/login', 'rowboat', 'behind', 'login 2'],
  ['mfe-account/src/art/register', 'boots', 'low', 'register 2'],
  ['mfe-account/src/art/newsletter', 'letterbox', 'none', 'newsletter 1'],
  ['mfe-account/src/art/password', 'message', 'setting', 'password 18'],
]
for (const [path, kind, sun, seed] of besideForms)
  write(`${path}.svg`, stillLife({ kind, hour: 'dusk', sun, seed, tall: true, w: 900, h: 900 }))
// By day, and without the lamp that a tall room has.
write(
  'mfe-account/src/art/account.svg',
  stillLife({ kind: 'notebook', hour: 'dawn', seed: 'account 5', w: 900, h: 900 }),
)
// Its sheets of paper fill the wall.
const own = 'mfe-events/src/art/submit-your-work'
write(`${own}.svg`, stillLife({ kind: 'pages', hour: 'dusk', seed: own, w: 900, h: 900 }))
