import { Canvas, type Composition } from './canvas'
import { f } from './curves'
import { withNight } from './night'
import type { Hour } from './palettes'
import { alps } from './scenes/alps'
import { arctic } from './scenes/arctic'
import { city } from './scenes/city'
import { coast } from './scenes/coast'
import { dunes } from './scenes/dunes'
import { festival } from './scenes/festival'
import { forest } from './scenes/forest'
import { herbarium } from './scenes/herbarium'
import { reef } from './scenes/reef'
import { rings } from './scenes/rings'
import { solar } from './scenes/solar'
import { track } from './scenes/track'
import { wetland } from './scenes/wetland'
import { windfarm } from './scenes/windfarm'
import { type Ground, SAFE, TALL } from './still/setting'
import { type ObjectKind, type Placed, place, type SunPlace, still } from './still/still'
import { WORLD } from './still/world'

const scenes = {
  coast,
  alps,
  forest,
  windfarm,
  wetland,
  arctic,
  city,
  solar,
  dunes,
  festival,
  track,
  herbarium,
  rings,
  reef,
} as const satisfies Record<string, (c: Canvas) => void>

export type SceneKind = keyof typeof scenes
export const sceneKinds = Object.keys(scenes) as SceneKind[]

export type SceneOptions = Composition & {
  kind: SceneKind
  hour: Hour
  /** The same seed gives the same picture, for ever: stored pictures depend on it. */
  seed: string
  w?: number
  h?: number
  object?: Placed
}

/** A landscape as SVG, with its night. Pure; a few milliseconds. */
export function scene({ kind, hour, seed, w = 1200, h = 800, object, ...composition }: SceneOptions): string {
  const draw = (at: Hour, paired: boolean) => {
    const canvas = new Canvas(w, h, at, seed, { ...composition, objectX: object?.x }, paired)
    scenes[kind](canvas)
    if (object) place(canvas, object)
    return canvas.toSvg()
  }
  return hour === 'night' ? draw(hour, false) : withNight(draw(hour, false), draw('night', true))
}

export type StillOptions = {
  kind: ObjectKind
  hour: Hour
  seed: string
  ground?: Ground
  /** Where the sun stands, if not where the seed puts it. */
  sun?: SunPlace
  /** For a frame beside a form, which is often taller than wide. */
  tall?: boolean
  /** The shape of the card; the picture has more to show on all sides. */
  w?: number
  h?: number
}

/**
 * An object before the sky of its hour, with its night. Its own view is for a card of `w` by `h`; `#wide` keeps the object
 * whole in a slot of any shape.
 */
export function stillLife({ kind, hour, seed, ground, sun, tall = false, w = 1200, h = 780 }: StillOptions): string {
  const width = Math.max(SAFE.w, (SAFE.h * w) / h)
  const height = (width * h) / w
  const card = `${f(WORLD.x - width / 2)} ${f(WORLD.h - height)} ${f(width)} ${f(height)}`
  const shown = tall ? TALL : { ...SAFE, foot: WORLD.h }
  const wide = `<view id="wide" viewBox="${WORLD.x - shown.w / 2} ${shown.foot - shown.h} ${shown.w} ${shown.h}" preserveAspectRatio="xMid${tall ? 'YMax' : 'YMid'} meet"/>`
  const draw = (at: Hour, paired: boolean) => {
    const canvas = new Canvas(WORLD.w, WORLD.h, at, seed, { tall }, paired)
    still(canvas, kind, ground, sun)
    return canvas.toSvg(card, 'xMidYMax slice', wide)
  }
  return hour === 'night' ? draw(hour, false) : withNight(draw(hour, false), draw('night', true))
}
