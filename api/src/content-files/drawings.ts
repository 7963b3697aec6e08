/** Loaded only for content with drawings: an API that only serves pictures does not need it. */
const artwork = () => import('@marram/artwork/drawing')

/** A picture that content describes instead of naming a file. */
export const isDrawing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export async function drawingMistakes(item: Record<string, unknown>): Promise<string[]> {
  const mistakes: string[] = []
  for (const [name, value] of Object.entries(item)) {
    if (!isDrawing(value)) continue
    const { error } = (await artwork()).drawing.safeParse(value)
    if (error) mistakes.push(...error.issues.map(({ message }) => `${name}: ${message}`))
  }
  return mistakes
}

/** A checked drawing as SVG, seeded by `slug` unless it has a seed of its own. */
export async function drawn(value: Record<string, unknown>, slug: string): Promise<Buffer> {
  const { draw, drawing } = await artwork()
  return Buffer.from(draw(drawing.parse(value), slug))
}
