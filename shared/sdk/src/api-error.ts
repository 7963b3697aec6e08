/** A call that did not succeed. `code` is the response's code, 0 where there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Messages by field label, where the server sent them. */
  readonly fields: Record<string, string>
  /** Seconds to wait. Our servers send it only where they have done nothing. */
  readonly retryAfter: number | undefined
  constructor(
    readonly kind: 'network' | 'answer',
    readonly code: number,
    message: string,
    { cause, fields, retryAfter }: { cause?: unknown; fields?: unknown; retryAfter?: number } = {},
  ) {
    super(message, { cause })
    this.fields = messagesOf(fields)
    this.retryAfter = retryAfter
  }
}

function messagesOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([label, sent]) => {
      const message = Array.isArray(sent) ? sent.join(' ') : sent
      return typeof message === 'string' ? [[label, message]] : []
    }),
  )
}

/** By name, not by class: a section may hold another copy of the class than the shell. */
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'
