import type * as z from 'zod/mini'
import type { pathNames } from './calls/names'
import type { Action } from './permissions'

type Shape = z.ZodMiniType

/** One call of the registry. Routes, OpenAPI document, client, command line and console are made from these. */
export type Call<
  Path extends string = string,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | 'bytes' | undefined = Shape | 'bytes' | undefined,
  Response extends Shape = Shape,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters as `{part}`, which `pathNames` checks. */
  readonly path: Path
  readonly summary: string
  /** What the token must allow; a call without is public. */
  readonly action?: Action
  /** The name of its refusals in the audit log, where that is not the action: those of reads are not in it otherwise. */
  readonly refusedAs?: 'open-preview'
  readonly query?: Query
  /** `bytes`: sent as they are, as `bytes` of the input, and at most `bodyLimit` of them. */
  readonly body?: Body
  readonly bodyLimit?: number
  readonly response: Response
  /** Status of a success where it is not 200 alone. */
  readonly status?: readonly number[]
  /** No cache may have the response. */
  readonly noStore?: true
  /**
   * Whether a call that broke on the way may be sent again: not where a second time would do more, or find its own first
   * time in the way. Reads always may.
   */
  readonly mayRepeat?: (input: { [field: string]: unknown }) => boolean
}
export type AnyCall = Call

/** Keeps what the table says literal, and checks that its path has known names only. */
export const call = <
  const Path extends string,
  Response extends Shape,
  Query extends Shape | undefined = undefined,
  Body extends Shape | 'bytes' | undefined = undefined,
>(
  definition: Call<Path, Query, Body, Response> &
    (NameIn<Path> extends keyof typeof pathNames ? unknown : { path: 'a name that pathNames does not have' }),
): Call<Path, Query, Body, Response> => definition

/** The names in a path. */
export type NameIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never
type ParamsOf<C extends AnyCall> = { [Name in NameIn<C['path']>]: string }

// `never` stands for a call that has no query or no body.
type Sent<S> = [S] extends [never]
  ? unknown
  : S extends Shape
    ? z.input<S>
    : S extends 'bytes'
      ? { bytes: Uint8Array<ArrayBuffer> }
      : never
type Read<S> = [S] extends [never]
  ? unknown
  : S extends Shape
    ? z.output<S>
    : S extends 'bytes'
      ? { bytes: Uint8Array }
      : never
type Given<C extends AnyCall, Part extends 'query' | 'body'> = Exclude<C[Part], undefined>

/** What a caller gives: parameters, query and body in one, as no name stands for two things in one call. */
export type InputOf<C extends AnyCall> = ParamsOf<C> & Sent<Given<C, 'query'>> & Sent<Given<C, 'body'>>
/** The same, as the registry has checked it. */
export type CheckedInputOf<C extends AnyCall> = ParamsOf<C> & Read<Given<C, 'query'>> & Read<Given<C, 'body'>>
export type ResponseOf<C extends AnyCall> = z.output<C['response']>

/** A revision that the caller has seen is another one after the first time. */
export const unlessSeen = ({ revision }: { [field: string]: unknown }): boolean => revision === undefined

export const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string)

/** Path and query of a call. Throws on a parameter that is missing. */
export function addressOf(call: AnyCall, input: { readonly [field: string]: unknown }): string {
  const path = call.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = input[name]
    if (typeof value !== 'string' || value === '') throw new Error(`${call.path} needs ${name}`)
    return value
      .split(name === '*' ? '/' : /(?!)/)
      .map(encodeURIComponent)
      .join('/')
  })
  if (call.method !== 'GET') return path
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      value === undefined || namesIn(call.path).includes(name) ? [] : [[name, String(value)]],
    ),
  )
  return query.size > 0 ? `${path}?${query}` : path
}

/** What stands in the body of a call: all that is not in its path. */
export const bodyOf = (call: AnyCall, input: { readonly [field: string]: unknown }): Record<string, unknown> => {
  const names = namesIn(call.path)
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
}
