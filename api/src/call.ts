import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import type { EndpointName, endpoints } from '@marram/api-contract/endpoints'
import type { Database, Transaction } from '@marram/server/database'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type { LoginLimit } from './accounts/login-failures'
import type * as tables from './database/tables'
import type { Tokens } from './tokens'
import type { ImageReader } from './uploads/read-image'
import type { Uploads } from './uploads/uploads'

export type Db = Database<typeof tables>
export type Tx = Transaction<typeof tables>

/** What answers need besides the call itself. */
export type Context = {
  db: Db
  /** The day by which events are past, as `2027-04-17`. */
  today(): string
  /** The clock by which sessions end. */
  now(): Date
  readImage: ImageReader
  loginLimit: LoginLimit
  uploads: Uploads
  tokens: Tokens
  log: FastifyBaseLogger
}

type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>

export type Call<E extends AnyEndpoint> = {
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: BodyOf<E>
  idempotencyKey: string | undefined
  /** The caller's address; public reads are the same for everybody and know none. */
  client: string | undefined
}

/** Data with the fields that stand beside it in the answer. */
export class Besides<Data> {
  constructor(
    readonly data: Data,
    readonly fields: Record<string, unknown>,
  ) {}
}

/** Answers one call with its data. Throws `Refusal` for any other code than 200. */
export type Answerer<E extends AnyEndpoint> = (
  context: Context,
  call: Call<E>,
) => Promise<DataOf<E> | Besides<DataOf<E>>>

/** An answer for every call of the table: one that is missing does not compile. */
export type Answers<Names extends EndpointName = EndpointName> = {
  [Name in Names]: Answerer<(typeof endpoints)[Name]>
}

/** The body of a successful answer, before what it does not declare is stripped. */
export function envelop({ envelope }: AnyEndpoint, answer: unknown): Record<string, unknown> {
  const [data, fields] = answer instanceof Besides ? [answer.data, answer.fields] : [answer, {}]
  if (envelope === 'none') return { code: 200, ...(data as object), ...fields }
  return { code: 200, [envelope]: data, ...fields }
}
