import { type $ZodType, type output, safeParse } from 'zod/v4/core'

/** What the registry refused, or why it could not be asked, in words that say what to do. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    message: string,
    readonly code: string,
    /** What the gate has against it; whoever knows better may go on all the same. */
    readonly against: string[] = [],
  ) {
    super(message)
  }
}

const AWAY =
  'The registry cannot be reached. Nothing was changed that you do not see here; this page goes on by itself.'
const TORN = 'The answer is in a form that this page does not know: the registry was updated. Reload the page.'
const header = { 'x-marram-console': '1' }

/** Told when a call finds nobody logged in. */
export const sessionEnds = new EventTarget()

/** The answer to a GET. The browser keeps it with its ETag, so one that has not changed is not sent again. */
export const ask = <Schema extends $ZodType>(path: string, schema: Schema): Promise<output<Schema>> =>
  call(path, schema, { headers: header })

export const send = <Schema extends $ZodType>(
  method: 'POST' | 'DELETE',
  path: string,
  schema: Schema,
  json?: unknown,
): Promise<output<Schema>> =>
  call(path, schema, {
    method,
    headers: { ...header, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })

async function call<Schema extends $ZodType>(
  path: string,
  schema: Schema,
  request: RequestInit,
): Promise<output<Schema>> {
  const response = await fetch(`/console${path}`, request).catch(() => {
    throw new Refused(AWAY, 'unreachable')
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw refusal(response, body, path)
  const read = safeParse(schema, body)
  if (!read.success) throw new Refused(TORN, 'unreadable')
  return read.data
}

function refusal({ status }: Response, body: unknown, path: string): Refused {
  const { code, message, problems } = (body ?? {}) as { code?: unknown; message?: unknown; problems?: unknown }
  if (status === 401 && path.startsWith('/releases/')) sessionEnds.dispatchEvent(new Event('end'))
  if (typeof message !== 'string') return new Refused(AWAY, 'unreachable')
  return new Refused(message, typeof code === 'string' ? code : 'failed', messagesOf(problems))
}

const messagesOf = (problems: unknown): string[] =>
  Array.isArray(problems)
    ? problems
        .map((problem: { message?: unknown } | null) => problem?.message)
        .filter((each) => typeof each === 'string')
    : []
