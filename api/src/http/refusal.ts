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
