import type { Problem } from './error-summary'

/** What a failed attempt found, and the values that were sent or were to be sent. */
export type Attempt<Values> = { problems: Problem[]; values: Values }

type Check<Values> = {
  mistakesIn: (values: Values) => Problem[]
  valueAt: (id: string, values: Values) => unknown
}

/**
 * The problems of an attempt that are not corrected yet. What the page finds by itself is corrected as soon as it finds
 * it no more; what only the server knows about a field, when that field is changed; anything else by another attempt.
 */
export function unsolvedProblems<Values>(
  { problems, values: before }: Attempt<Values>,
  values: Values,
  { mistakesIn, valueAt }: Check<Values>,
): Problem[] {
  if (problems.length === 0) return problems
  const [found, left] = [idsOf(mistakesIn(before)), idsOf(mistakesIn(values))]
  return problems.filter(({ id }) =>
    found.has(id) ? left.has(id) : id === undefined || valueAt(id, before) === valueAt(id, values),
  )
}

const idsOf = (problems: Problem[]) => new Set(problems.map(({ id }) => id))
