import type * as z from 'zod/mini'
import { messageOnly } from './content/content-fields'

type Shape = z.ZodMiniType

/** One call. Server, client and OpenAPI document are made from these and nothing else. */
export type Endpoint<Data extends Shape = Shape, Body extends Shape = Shape> = {
  readonly method: 'GET' | 'POST'
  /** As the specification writes it, trailing slash included; parameters as `{slug}`. */
  readonly path: string
  readonly summary: string
  /** The key of `data` in a successful response; `none` where its fields stand beside `code` themselves. */
  readonly envelope: 'data' | 'Data' | 'none'
  readonly data: Data
  readonly query?: Record<string, Shape>
  readonly body?: Body
  /** Fields that a response carries beside the envelope, such as tokens or a total. */
  readonly beside?: Record<string, Shape>
  /** Sends the visitor's access token where there is one. */
  readonly bearer?: true | 'required'
  /** Depends on more than the content: never cached, and limited by client address. */
  readonly uncached?: boolean
  /** Expensive without a cached response: creating one is limited by client address. */
  readonly costly?: boolean
  /** Accepts an `Idempotency-Key`. */
  readonly idempotent?: boolean
}

type More = Pick<Endpoint, 'query' | 'beside' | 'bearer' | 'uncached' | 'costly' | 'idempotent'>

/** A call that reads; its data is under `data` unless `more` has another envelope. */
export const getEndpoint = <Data extends Shape>(
  path: string,
  summary: string,
  data: Data,
  more?: More & { envelope?: 'data' | 'Data' },
): Endpoint<Data> => ({ method: 'GET', path, summary, envelope: 'data', data, ...more })

/** A call that changes something; its result fields are beside the code. */
export const postEndpoint = <Body extends Shape, Data extends Shape>(
  path: string,
  summary: string,
  body: Body,
  data: Data,
  more?: More,
): Endpoint<Data, Body> => ({ method: 'POST', path, summary, envelope: 'none', body, data, ...more })

/** A call that changes something, and returns only a message. */
export const messageEndpoint = <Body extends Shape>(path: string, summary: string, body: Body, more?: More) =>
  postEndpoint(path, summary, body, messageOnly, more)

export type AnyEndpoint = Endpoint<Shape, Shape>
/** The type of a call's data. */
export type DataOf<E extends AnyEndpoint> = z.output<E['data']>

/** Fills `{name}` places, each encoded. Throws on a parameter that is missing or empty. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new Error(`${path} needs ${name}`)
    // URL parsers read these as steps to another call, even encoded once; no item has such a name.
    if (value === '.' || value === '..') return value.replaceAll('.', '%252E')
    return encodeURIComponent(value)
  })
}

/** Message of a response: `response`, then `message`. */
export function messageOf(body: unknown): string | undefined {
  const { response, message } = Object(body) as Record<string, unknown>
  return [response, message].find((text): text is string => typeof text === 'string' && text !== '')
}
