import { z } from 'zod'
import { medallion } from './medallion'
import { hours } from './palettes'
import { scene, sceneKinds, stillLife } from './scene'
import { grounds } from './still/setting'
import { objectKinds, sunPlaces } from './still/still'
import { markNames, wordmark } from './wordmark'

const hour = z.enum(hours as [(typeof hours)[number]])
const part = z.number()
const sceneDrawing = z.strictObject({
  scene: z.enum(sceneKinds as [(typeof sceneKinds)[number]]),
  hour,
  /** The item's slug where it is unset. */
  seed: z.string().optional(),
  w: z.int().min(100).max(2400).optional(),
  h: z.int().min(100).max(2400).optional(),
  horizon: part.optional(),
  sunX: part.optional(),
  sunY: part.optional(),
  sunR: part.optional(),
  turbines: z.int().min(0).max(20).optional(),
  turbX: z.tuple([part, part]).optional(),
  birds: z.int().min(0).max(40).optional(),
  birdX: part.optional(),
  birdY: part.optional(),
  clouds: z.int().min(0).max(20).optional(),
  starMax: part.optional(),
  bare: z.boolean().optional(),
})
const objectDrawing = z.strictObject({
  object: z.enum(objectKinds as [(typeof objectKinds)[number]]),
  hour,
  /** Where it stands, if not where such a thing usually does. */
  ground: z.enum(grounds).optional(),
  /** Where the sun stands, if not where the seed puts it; indoors only `none` counts. */
  sun: z.enum(sunPlaces as [(typeof sunPlaces)[number]]).optional(),
  seed: z.string().optional(),
  w: z.int().min(100).max(2400).optional(),
  h: z.int().min(100).max(2400).optional(),
})
const medallionDrawing = z.strictObject({
  medallion: z.string().min(1).max(3),
  hour: hour.default('morning'),
  seed: z.string().optional(),
})
const wordmarkDrawing = z.strictObject({
  wordmark: z.string().min(1).max(30),
  mark: z.enum(markNames as [(typeof markNames)[number]]).default('leaf'),
})

/** A picture as content asks for it. */
export const drawing = z.union([sceneDrawing, objectDrawing, medallionDrawing, wordmarkDrawing])
export type Drawing = z.output<typeof drawing>

/** The picture as SVG, seeded by `slug` unless it has a seed of its own. */
export function draw(asked: Drawing, slug: string): string {
  if ('wordmark' in asked) return wordmark(asked.wordmark, asked.mark)
  if ('medallion' in asked) return medallion(asked.seed ?? slug, asked.medallion, asked.hour)
  if ('object' in asked) {
    const { object: kind, seed = slug, ...rest } = asked
    return stillLife({ kind, seed, ...rest })
  }
  const { scene: kind, seed = slug, ...rest } = asked
  return scene({ kind, seed, ...rest })
}
