import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import type { EndpointName, endpoints } from '@marram/api-contract/endpoints'
import type * as z from 'zod/mini'
import type { Db } from '../database/schema'

/** What every handler may use besides the call itself. */
export type Context = {
  db: Db
  /** The day by which events are past, as `2027-04-17`. */
  today(): string
  /** The clock by which sessions end. */
  now(): Date
}

export type Call<E extends AnyEndpoint> = {
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: z.output<NonNullable<E['body']>>
  idempotencyKey?: string | undefined
  /** The caller's address; not given to public reads, which are the same for everybody. */
  client?: string | undefined
  /** The access token, of calls that use one: it may be over. */
  token?: string | undefined
}

/** Data with the fields that stand beside it in the response. */
export class WithFields<Data> {
  constructor(
    readonly data: Data,
    readonly fields: Record<string, unknown>,
  ) {}
}

/** Returns the data of one call. Throws `Refusal` for any other code than 200. */
export type Handler<E extends AnyEndpoint> = (
  context: Context,
  call: Call<E>,
) => Promise<DataOf<E> | WithFields<DataOf<E>>>

/** A handler for every call of the table: one that is missing does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<(typeof endpoints)[Name]> }

/** The body of a successful response, before what it does not declare is stripped. */
export function envelop({ envelope }: AnyEndpoint, result: unknown): Record<string, unknown> {
  const [data, fields] = result instanceof WithFields ? [result.data, result.fields] : [result, {}]
  if (envelope === 'none') return { code: 200, ...(data as object), ...fields }
  return { code: 200, [envelope]: data, ...fields }
}

/** Fields that a response leaves out where the database has no value for them. */
export const withoutNulls = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? undefined])) as {
    [Name in keyof Fields]: Exclude<Fields[Name], null> | undefined
  }
