import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import type { EndpointName, endpoints } from '@marram/api-contract/endpoints'
import type * as z from 'zod/mini'
import type { Db } from '../database/schema'

/** Shared dependencies of every handler. */
export type Context = {
  db: Db
  /** Today, as `2027-04-17`; decides which events are past. */
  today(): string
  /** The clock for the end of sessions. */
  now(): Date
}

export type Call<E extends AnyEndpoint> = {
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: z.output<NonNullable<E['body']>>
  idempotencyKey?: string | undefined
  /** The caller's address; not set for public reads, which are the same for everybody. */
  client?: string | undefined
  /** The access token, for calls that use one; it may have expired. */
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

/** A handler for every call of the table: a missing one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<(typeof endpoints)[Name]> }

/** The body of a successful response, before undeclared fields are stripped. */
export function envelop({ envelope }: AnyEndpoint, result: unknown): Record<string, unknown> {
  const [data, fields] = result instanceof WithFields ? [result.data, result.fields] : [result, {}]
  if (envelope === 'none') return { code: 200, ...(data as object), ...fields }
  return { code: 200, [envelope]: data, ...fields }
}

/** Fields that a response leaves out if the database has no value. */
export const withoutNulls = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? undefined])) as {
    [Name in keyof Fields]: Exclude<Fields[Name], null> | undefined
  }
