import useSWR from 'swr'
import type { $ZodType, output } from 'zod/v4/core'
import { ask, type Refused } from './registry'

const EVERY_MS = 2000
type Options = {
  /** In milliseconds; 0 for what does not change. */
  every?: number
  /** While another path is asked, what the one before answered stays. */
  keepPrevious?: boolean
}

export type Live<Answer> = {
  /** What was answered last; undefined until then. */
  data: Answer | undefined
  /** Why the last look failed; `data` is then as old as the last good one. */
  error: Refused | undefined
  look: () => void
}

/** An answer of the registry, looked at again every two seconds while the page is seen. */
export function useLive<Schema extends $ZodType>(
  path: string | null,
  schema: Schema,
  { every = EVERY_MS, keepPrevious = false }: Options = {},
): Live<output<Schema>> {
  const { data, error, mutate } = useSWR<output<Schema>, Refused>(path, (asked: string) => ask(asked, schema), {
    refreshInterval: every,
    keepPreviousData: keepPrevious,
    dedupingInterval: 500,
    errorRetryInterval: EVERY_MS,
  })
  return { data, error, look: () => void mutate() }
}

/** The same for what never changes, such as a release. */
export const useOnce = <Schema extends $ZodType>(path: string | null, schema: Schema) =>
  useLive(path, schema, { every: 0 })
