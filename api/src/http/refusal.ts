/** An intended response other than 200. The text is for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: number,
    message: string,
    /** Messages by field label. */
    readonly errors?: Record<string, string>,
    /** Seconds until another attempt is useful. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

export const notFound = (what: string) => new Refusal(404, `${what} could not be found.`)

/** The row with the requested key. Throws 404 if there is none. */
export function found<Row>([row]: Row[], what: string): Row {
  if (row === undefined) throw notFound(what)
  return row
}
