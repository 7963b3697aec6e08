import type { Problem } from './error-summary'

/** The problems of a failed attempt, and its values. */
export type Attempt<Values> = { problems: Problem[]; values: Values }

type Check<Values> = {
  mistakesIn: (values: Values) => Problem[]
  valueAt: (id: string, values: Values) => unknown
}

/**
 * The problems of an attempt that are not corrected yet. Problems that the page finds itself are corrected once it no
 * longer finds them; problems of a field from the server, when that field is changed; others by another attempt.
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
