import { type AnyCall, call, type InputOf, type ResponseOf } from '@marram/release-contract/call'
import { calls } from '@marram/release-contract/calls'
import { session } from '@marram/release-contract/calls/tokens'
import { RegistryError, sendCall } from '@marram/release-contract/registry-client'
import useSWR, { type SWRResponse } from 'swr'
import useSWRInfinite from 'swr/infinite'
import * as z from 'zod/mini'

const AWAY =
  'The registry cannot be reached. This page tries again by itself. Before you repeat a change, look at what is live.'

/** Every call of the registry, and the calls that only the console uses. */
export const table = {
  ...calls,
  showSession: call({ method: 'GET', path: '/session', summary: 'Who is logged in', response: session }),
  logIn: call({
    method: 'POST',
    path: '/session',
    summary: 'Log in by a token',
    body: z.object({ token: z.string() }),
    response: session,
  }),
  logOut: call({ method: 'DELETE', path: '/session', summary: 'Log out', response: session }),
} as const satisfies Record<string, AnyCall>
type Table = typeof table
export type Name = keyof Table
export type Input<Each extends Name> = InputOf<Table[Each]>
export type ResponseTo<Each extends Name> = ResponseOf<Table[Each]>

// One attempt: pages poll anyway, and people can repeat what they did.
const access = { url: '/console', headers: { 'x-marram-console': '1' }, attempts: 1, checked: true }

/** Sends one call. The browser caches responses by their ETags, so an unchanged one is not transferred again. */
export async function send<Each extends Name>(name: Each, input: Input<Each>): Promise<ResponseTo<Each>> {
  try {
    return (await sendCall<Table[Each]>(access, table[name], input)) as ResponseTo<Each>
  } catch (error) {
    const { code, status, body } = error as RegistryError
    // A proxy responded instead of the registry.
    const isAway = code === 'unreachable' || (status !== undefined && typeof body.message !== 'string')
    throw isAway ? new RegistryError(AWAY, 'unreachable') : error
  }
}

const gateRefusal = z.object({ problems: z.array(z.object({ kind: z.string(), message: z.string() })) })

/** Addresses of other parts: an override does not pass this. */
export const isTaken = ({ kind }: { kind: string }): boolean => kind === 'address'

/** The problems for which the gate refused a change, where an override is possible. */
export function problemsOf({ body }: RegistryError): string[] {
  const problems = gateRefusal.safeParse(body).data?.problems ?? []
  return problems.some(isTaken) ? [] : problems.map(({ message }) => message)
}

const EVERY_MS = 2000
const polling = { dedupingInterval: 500, errorRetryInterval: EVERY_MS }
type Options = {
  /** In milliseconds; 0 for what does not change. */
  every?: number
  /** While a call with another input is under way, the response of the one before stays. */
  keepPrevious?: boolean
}

/** With an error, `data` is still that of the last good response. */
export type Live<Data> = Pick<SWRResponse<Data, RegistryError>, 'data' | 'error'> & { mutate: () => unknown }

/** A response of the registry, asked for again every two seconds while the page is visible. `null` sends nothing. */
export const useLive = <Each extends Name>(
  name: Each,
  input: Input<Each> | null,
  { every = EVERY_MS, keepPrevious = false }: Options = {},
): Live<ResponseTo<Each>> =>
  useSWR(input && [name, input], ([, sent]: [Each, Input<Each>]) => send(name, sent), {
    ...polling,
    refreshInterval: every,
    keepPreviousData: keepPrevious,
  })

/** The same for what never changes, such as a release. */
export const useOnce = <Each extends Name>(name: Each, input: Input<Each> | null) => useLive(name, input, { every: 0 })

/** A list in pages, newest first. The first page is polled too; if it changes, those after it are read again. */
export const usePages = <Each extends 'listEvents' | 'listCompositions'>(
  name: Each,
  input: Input<Each>,
  { keepPrevious = false }: Options = {},
) =>
  useSWRInfinite<ResponseTo<Each>, RegistryError>(
    (i: number, previous: { next?: number | string | null } | null) => {
      if (i === 0) return [name, input]
      return previous?.next ? [name, { ...input, before: previous.next }] : null
    },
    ([, sent]: [Each, Input<Each>]) => send(name, sent),
    { ...polling, refreshInterval: EVERY_MS, keepPreviousData: keepPrevious },
  )
