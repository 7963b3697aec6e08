import * as z from 'zod/mini'

export type Mistakes<Values> = Partial<Record<keyof Values & string, string>>

/** The first mistake of each field, by the schema that the API checks with too. */
export function mistakesIn<Values>(schema: z.ZodMiniType<Values>, values: Values): Mistakes<Values> {
  const mistakes: Record<string, string> = {}
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? []) mistakes[String(path[0])] ??= message
  return mistakes as Mistakes<Values>
}
