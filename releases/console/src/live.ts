import type { RegistryError } from '@marram/release-contract/registry-client'
import useSWR, { type SWRResponse } from 'swr'
import { type Input, type Name, type ResponseTo, send } from './registry'

const EVERY_MS = 2000
type Options = {
  /** In milliseconds; 0 for what does not change. */
  every?: number
  /** While a call with another input is under way, the response of the one before stays. */
  keepPrevious?: boolean
}

/** With an error, `data` is still that of the last good response. */
export type Live<Data> = SWRResponse<Data, RegistryError>

/** A response of the registry, asked for again every two seconds while the page is visible. `null` sends nothing. */
export const useLive = <Each extends Name>(
  name: Each,
  input: Input<Each> | null,
  { every = EVERY_MS, keepPrevious = false }: Options = {},
): Live<ResponseTo<Each>> =>
  useSWR(input && [name, input], ([, sent]: [Each, Input<Each>]) => send(name, sent), {
    refreshInterval: every,
    keepPreviousData: keepPrevious,
    dedupingInterval: 500,
    errorRetryInterval: EVERY_MS,
  })

/** The same for what never changes, such as a release. */
export const useOnce = <Each extends Name>(name: Each, input: Input<Each> | null) => useLive(name, input, { every: 0 })
