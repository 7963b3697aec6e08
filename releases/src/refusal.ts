type RefusalCode =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'incomplete'
  | 'mismatch'
  | 'refused'
  | 'stopped'
  | 'too-large'
  | 'damaged'

const statuses: Record<RefusalCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  incomplete: 409,
  mismatch: 422,
  refused: 422,
  stopped: 423,
  'too-large': 413,
  damaged: 503,
}

/** Why a call is refused, in words for the person who made it; `detail` stands beside code and message. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly statusCode: number

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(message)
    this.statusCode = statuses[code]
  }
}
