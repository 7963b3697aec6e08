import { z } from 'zod'

/** Where everything that a service writes lives, unless it says otherwise. */
export const dataFolder = z.string().default('data').describe('Folder for everything the site writes.')

/** A TCP port; 0 takes a free one. */
export const port = z.coerce.number().int().min(0).max(65_535)

/** A number of something, at least `least`. */
export const amount = (least = 0) => z.coerce.number().int().min(least)

/** True for `1`, `true`, `yes`, `on`, false for their opposites. */
export const flag = z.stringbool()

/**
 * The service's settings, checked once at start. An empty variable counts as unset.
 * Anything wrong is told in one line for each variable, and the process ends with 1.
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string | undefined> = process.env,
): z.output<Schema> {
  const result = parseEnvironment(schema, given)
  if (result.success) return result.data
  for (const line of result.lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** As `readEnvironment`, but answers the complaints instead of ending the process. */
export function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string | undefined>,
): { success: true; data: z.output<Schema> } | { success: false; lines: string[] } {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(set)
  if (result.success) return { success: true, data: result.data }
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return { success: false, lines: [...new Set(lines)] }
}

export type EnvironmentVariable = { name: string; description: string; standard: string }

/** Name, default and meaning of every variable, for `--help` and the README. */
export function describeEnvironment(schema: z.ZodObject): EnvironmentVariable[] {
  return Object.entries(schema.shape).map(([name, type]) => {
    const unset = (type as z.ZodType).safeParse(undefined)
    const standard = unset.success ? String(unset.data ?? '') : 'required'
    return { name, description: (type as z.ZodType).description ?? '', standard }
  })
}
