import { Canvas, type Composition } from './canvas'
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
}

/** A landscape as SVG. Pure; about a millisecond. */
export function scene({ kind, hour, seed, w = 1200, h = 800, ...composition }: SceneOptions): string {
  const canvas = new Canvas(w, h, hour, seed, composition)
  scenes[kind](canvas)
  return canvas.toSvg()
}
