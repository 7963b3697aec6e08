/** A response other than 200 that a handler gives on purpose. The text is for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: number,
    message: string,
    /** Messages by field label. */
    readonly errors?: Record<string, string>,
    /** Seconds after which it is worth another try. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

export const notFound = (what: string) => new Refusal(404, `${what} could not be found.`)

/** The one row that was asked for by its key. Throws 404 where there is none. */
export function found<Row>([row]: Row[], what: string): Row {
  if (row === undefined) throw notFound(what)
  return row
}
