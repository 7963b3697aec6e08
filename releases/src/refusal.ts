const statuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  incomplete: 409,
  mismatch: 422,
  refused: 422,
  stopped: 423,
  damaged: 503,
  unavailable: 503,
  'disk-full': 507,
}

/** Why a call is refused, as text for the caller; `detail` is sent beside code and message. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly statusCode: number

  constructor(
    readonly code: keyof typeof statuses,
    message: string,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(message)
    this.statusCode = statuses[code]
  }
}
