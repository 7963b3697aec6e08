// By name: of the namespace, used in this way, the bundler shakes nothing out (390 KB).
import { parse, safeParse, type ZodMiniType } from 'zod/mini'

export type Mistakes<Values> = Partial<Record<keyof Values & string, string>>

/** The first mistake of each field, by the schema that the API checks with too. */
export function mistakesIn<Values>(schema: ZodMiniType<Values>, values: Values): Mistakes<Values> {
  const mistakes: Record<string, string> = {}
  for (const { path, message } of safeParse(schema, values).error?.issues ?? []) mistakes[String(path[0])] ??= message
  return mistakes as Mistakes<Values>
}

/** Values without mistakes as they are sent: a phone number by its digits, nothing with spaces around it. */
export const asSent = <Values>(schema: ZodMiniType<Values>, values: Values): Values => parse(schema, values)
