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
  /** The name of its refusals in the audit log, if it is not the action: refusals of reads are only logged with one. */
  readonly refusedAs?: 'open-preview' | 'exchange'
  readonly query?: Query
  /** `bytes`: sent as they are, as `bytes` of the input, and at most `bodyLimit` of them. */
  readonly body?: Body
  readonly bodyLimit?: number
  readonly response: Response
  /** Statuses of a success, if not only 200. */
  readonly status?: readonly number[]
  /** The response must not be cached. */
  readonly noStore?: true
  /** Whether it may be repeated after a broken connection, as reads always may: not if a second time would do more. */
  readonly mayRepeat?: (input: Input) => boolean
}
export type AnyCall = Call

/** Reports a path with a name that `pathNames` does not have. */
type KnownNames<Path extends string> =
  NameIn<Path> extends keyof typeof pathNames ? unknown : { path: 'a name that pathNames does not have' }

export const call = <
  const Path extends string,
  Response extends Shape,
  Query extends Shape | undefined = undefined,
  Body extends Shape | 'bytes' | undefined = undefined,
>(
  definition: Call<Path, Query, Body, Response> & KnownNames<Path>,
): Call<Path, Query, Body, Response> => definition

/** A GET for every token that may read. */
export const read = <const Path extends string, Response extends Shape, Query extends Shape | undefined = undefined>(
  path: Path & KnownNames<Path>,
  summary: string,
  response: Response,
  query?: Query,
): Call<Path, Query, undefined, Response> => ({ method: 'GET', path, summary, action: 'read', response, query })

/** A POST for every token that allows `action`. */
export const post = <
  const Path extends string,
  Response extends Shape,
  Body extends Shape | 'bytes' | undefined = undefined,
>(
  path: Path & KnownNames<Path>,
  action: Action,
  summary: string,
  rest: Omit<Call<Path, undefined, Body, Response>, 'method' | 'path' | 'action' | 'summary' | 'query'>,
): Call<Path, undefined, Body, Response> => ({ method: 'POST', path, action, summary, ...rest })

export type NameIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never
type ParamsOf<C extends AnyCall> = { [Name in NameIn<C['path']>]: string }

/** The content of query or body, before or after validation; nothing if a call has none. */
type FieldsOf<S, As extends 'sent' | 'checked'> = [S] extends [never]
  ? unknown
  : S extends Shape
    ? { sent: z.input<S>; checked: z.output<S> }[As]
    : S extends 'bytes'
      ? { bytes: Uint8Array<ArrayBuffer> }
      : unknown
type Given<C extends AnyCall, As extends 'sent' | 'checked'> = ParamsOf<C> &
  FieldsOf<Exclude<C['query'], undefined>, As> &
  FieldsOf<Exclude<C['body'], undefined>, As>

/** Parameters, query and body in one object, as a caller gives them; names are unique within a call. */
export type InputOf<C extends AnyCall> = Given<C, 'sent'>
/** The same after validation by the registry. */
export type CheckedInputOf<C extends AnyCall> = Given<C, 'checked'>
export type ResponseOf<C extends AnyCall> = z.output<C['response']>

export type Input = { readonly [field: string]: unknown }

/** The first time changes the revision, so a second time with the same one would be refused. */
export const unlessSeen = ({ revision }: Input): boolean => revision === undefined

export const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string)

/** Path and query of a call. Throws on a parameter that is missing. */
export function addressOf(call: AnyCall, input: Input): string {
  const path = call.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = input[name]
    if (typeof value !== 'string' || value === '') throw new Error(`${call.path} needs ${name}`)
    return name === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  if (call.method !== 'GET') return path
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(bodyOf(call, input)))
    if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

/** The body or query of a call: all input that is not in its path. */
export const bodyOf = ({ path }: AnyCall, input: Input): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !namesIn(path).includes(name)))
