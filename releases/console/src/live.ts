import type { RegistryError } from '@marram/release-contract/registry-client'
import useSWR from 'swr'
import { type Input, type Name, type ResponseTo, send } from './registry'

const EVERY_MS = 2000
type Options = {
  /** In milliseconds; 0 for what does not change. */
  every?: number
  /** While a call with another input is under way, the response of the one before stays. */
  keepPrevious?: boolean
}

export type Live<Data> = {
  /** The last response; undefined until then. */
  data: Data | undefined
  /** Why the last look failed; `data` is then as old as the last good one. */
  error: RegistryError | undefined
  look: () => void
}

/** A response of the registry, looked at again every two seconds while the page is seen. Nothing is sent for `null`. */
export function useLive<Each extends Name>(
  name: Each,
  input: Input<Each> | null,
  { every = EVERY_MS, keepPrevious = false }: Options = {},
): Live<ResponseTo<Each>> {
  const { data, error, mutate } = useSWR<ResponseTo<Each>, RegistryError>(
    input && [name, input],
    ([, asked]: [Each, Input<Each>]) => send(name, asked),
    { refreshInterval: every, keepPreviousData: keepPrevious, dedupingInterval: 500, errorRetryInterval: EVERY_MS },
  )
  return { data, error, look: () => void mutate() }
}

/** The same for what never changes, such as a release. */
export const useOnce = <Each extends Name>(name: Each, input: Input<Each> | null) => useLive(name, input, { every: 0 })
