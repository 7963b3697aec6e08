import { writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Canvas, type Composition } from './canvas'
import { hills } from './land'
import type { Hour } from './palettes'
import { grass } from './plants'
import { type SceneKind, scene, stillLife } from './scene'
import { coast } from './scenes/coast'
import type { ObjectKind } from './still'

/** Draws the pictures that are files of the parts: `node --import tsx tools/artwork/src/draw-site.ts`. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const write = (path: string, svg: string) => writeFileSync(resolve(root, path), `${svg}\n`)

/** Land at the foot of a banner: as high as the highest banner, and wide enough for the widest window. */
const banner = (kind: SceneKind, hour: Hour, seed: string, composition: Composition = {}) =>
  scene({ kind, hour, seed, w: 2560, h: 320, land: true, sunX: 0.655, ...composition })

const banners: [path: string, kind: SceneKind, hour: Hour, composition?: Composition][] = [
  ['mfe-content/src/art/about-us', 'coast', 'rose', { turbines: 0 }],
  ['mfe-content/src/art/digital-media', 'dunes', 'golden', { sunY: 0.51 }],
  ['mfe-content/src/art/eco-shop', 'dunes', 'dawn', { sunY: 0.51 }],
  ['mfe-content/src/art/gallery', 'arctic', 'rose'],
  ['mfe-content/src/art/news', 'coast', 'mist', { turbX: [0.7, 0.86] }],
  ['mfe-content/src/art/publications', 'forest', 'mist', { sunY: 0.51 }],
  ['mfe-content/src/art/search', 'coast', 'dawn', { turbX: [0.68, 0.8] }],
  ['mfe-content/src/art/tech-initiatives', 'windfarm', 'noon', { sunY: 0.54 }],
  ['mfe-content/src/short-pages/harbour-town', 'city', 'dawn', { sunY: 0.51 }],
  ['mfe-events/src/art/campaign-events', 'wetland', 'morning'],
  ['mfe-events/src/art/courses', 'coast', 'morning', { turbX: [0.44, 0.6] }],
  ['mfe-events/src/art/exhibitions', 'city', 'rose', { sunY: 0.51 }],
  ['mfe-events/src/art/olympiad', 'arctic', 'night'],
  ['mfe-events/src/art/sports', 'track', 'noon', { sunY: 0.51 }],
  ['mfe-events/src/art/submissions', 'wetland', 'dusk', { sunY: 0.54 }],
  ['mfe-events/src/art/tickets', 'festival', 'night', { sunY: 0.51 }],
  ['mfe-quiz/src/art/quiz', 'alps', 'night', { sunY: 0.51 }],
]
for (const [path, kind, hour, composition] of banners)
  write(`${path}.svg`, banner(kind, hour, path.split('/').pop() as string, composition))

// The sea at the foot of each page, at night in both themes, behind marram as high as it stands on the dune.
const sea = new Canvas(2560, 350, 'night', 'footer', {
  land: true,
  horizon: 0.5,
  sunX: 0.62,
  sunY: 0.25,
  turbX: [0.7, 0.8],
  turbines: 5,
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
write('mfe-quiz/src/art/arctic.svg', banner('arctic', 'night', 'after the quiz'))
write(
  'shell/src/layout/art/not-found.svg',
  scene({
    kind: 'dunes',
    hour: 'dawn',
    seed: 'not found',
    w: 1800,
    h: 320,
    land: true,
    sunX: 0.72,
    sunY: 0.4,
    sunR: 0.1,
  }),
)

// Pictures without words on them.
write(
  'shell/src/layout/art/failure.svg',
  stillLife({ kind: 'lighthouse', hour: 'mist', seed: 'failure', w: 400, h: 400 }),
)
write(
  'mfe-content/src/home/art/important.svg',
  scene({ kind: 'dunes', hour: 'mist', seed: 'important', w: 460, h: 170 }),
)
write(
  'mfe-account/src/art/shore.svg',
  scene({ kind: 'coast', hour: 'dusk', seed: 'login', w: 900, h: 900, horizon: 0.6, sunX: 0.6, clouds: 4 }),
)
write(
  'mfe-account/src/art/dunes.svg',
  scene({ kind: 'dunes', hour: 'dusk', seed: 'register', w: 900, h: 1200, sunX: 0.4 }),
)

/**
 * Objects beside forms, as the pictures of items are: `picture.svg#wide` with `object-fit: fill` shows the whole object in a
 * slot of any shape.
 */
const besideForms: [path: string, kind: ObjectKind, hour: Hour, w: number, h: number][] = [
  ['mfe-account/src/art/newsletter', 'letterbox', 'dusk', 900, 900],
  ['mfe-account/src/art/password', 'lighthouse', 'dusk', 900, 900],
  ['mfe-account/src/art/account', 'notebook', 'dusk', 900, 900],
  ['mfe-events/src/art/submit-your-work', 'pencil', 'dusk', 900, 900],
  ['mfe-events/src/art/registration', 'signpost', 'morning', 780, 340],
]
for (const [path, kind, hour, w, h] of besideForms) write(`${path}.svg`, stillLife({ kind, hour, seed: path, w, h }))
