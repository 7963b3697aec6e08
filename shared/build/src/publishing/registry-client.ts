import { setTimeout as pause } from 'node:timers/promises'

export type RegistryAccess = {
  /** Origin of the public edge, or of the registry itself. */ url: string
  token?: string | undefined
}

/** What the registry answered when it refused, or why it could not be asked. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  constructor(
    message: string,
    /** `unreachable` where there was no answer. */
    readonly code: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  json?: unknown
  bytes?: Uint8Array<ArrayBuffer>
  /** Above 1 only for what may arrive twice. */
  attempts?: number
  signal?: AbortSignal
}

/** Time for one call: the registry compresses what it receives before it answers. */
const PATIENCE = 120_000
const worthAnother = (status: number) => status === 429 || (status >= 500 && status !== 507)

/** One call, repeated where it broke on the way. Throws `RegistryError`. */
export async function callRegistry<Answer>(access: RegistryAccess, call: Call): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(access, call)
      if (response.ok) return (await read(access, response)) as Answer
      const failure = await refusal(response)
      if (!worthAnother(response.status) || attempt >= (call.attempts ?? 1)) throw failure
    } catch (error) {
      if (error instanceof RegistryError) throw error
      if (attempt >= (call.attempts ?? 1) || call.signal?.aborted) throw unreachable(access, error)
    }
    await pause(Math.min(2000, 125 * 2 ** attempt), undefined, { signal: call.signal })
  }
}

function send({ url, token }: RegistryAccess, { method, path, json, bytes, signal }: Call): Promise<Response> {
  const type = json !== undefined ? 'application/json' : 'application/octet-stream'
  const body = json !== undefined ? JSON.stringify(json) : bytes
  const patience = AbortSignal.timeout(PATIENCE)
  return fetch(new URL(path, url), {
    method,
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  })
}

async function read({ url }: RegistryAccess, response: Response): Promise<unknown> {
  const text = await response.text()
  if (response.status === 204) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new RegistryError(`${url} answers, but not as a registry does. Check MARRAM_RELEASES_URL.`, 'unreachable')
  }
}

async function refusal(response: Response): Promise<RegistryError> {
  const body = parsed(await response.text())
  const message = typeof body.message === 'string' ? body.message : `The registry answered ${response.status}.`
  return new RegistryError(message, typeof body.code === 'string' ? body.code : String(response.status), body)
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function unreachable({ url }: RegistryAccess, error: unknown): RegistryError {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  const why = name === 'TimeoutError' ? 'it took too long' : (cause?.code ?? 'the connection broke')
  const message = `No registry answers at ${url} (${why}). Start the site, or set MARRAM_RELEASES_URL to where it runs.`
  return new RegistryError(message, 'unreachable')
}
