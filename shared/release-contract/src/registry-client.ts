import * as z from 'zod/mini'
import { type AnyCall, addressOf, bodyOf, type InputOf, type ResponseOf } from './call'
import { type CallName, type Calls, calls } from './calls'

export type RegistryAccess = {
  /** Origin of the public edge or of the registry itself; in a browser also a path in front of the calls. */
  url: string
  token?: string | undefined
  headers?: Record<string, string>
  /** How often a call that may be repeated is sent at most; 3 where it is not given. */
  attempts?: number
  /** Reads responses by the table: what it does not name is left out, and a response of another form is an error. */
  checked?: boolean
}

/** Why a call failed: what the registry refused, or why it could not be reached, in words that say what to do. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  constructor(
    message: string,
    /** Of the registry; `unreachable` where there was no response, `unreadable` where it has another form. */
    readonly code: string,
    readonly body: Record<string, unknown> = {},
    readonly status?: number,
  ) {
    super(message)
  }
}

export type CallOptions = { attempts?: number; signal?: AbortSignal }

/** Time for one call: the registry compresses what it receives before it responds. */
const PATIENCE_MS = 120_000
const worthAnother = (status: number) => status === 429 || (status >= 500 && status !== 507)

type Input = { readonly [field: string]: unknown }
type Method<C extends AnyCall> = (
  ...given: object extends InputOf<C> ? [input?: InputOf<C>, options?: CallOptions] : [InputOf<C>, CallOptions?]
) => Promise<ResponseOf<C>>
export type RegistryClient = { [Name in CallName]: Method<Calls[Name]> }

/** Every call of the registry as a function. Each throws `RegistryError`. */
export const registryClient = (access: RegistryAccess): RegistryClient =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (input: Input = {}, options?: CallOptions): Promise<unknown> => sendCall(access, call, input, options),
    ]),
  ) as unknown as RegistryClient

/** One call of the table, sent again where it broke on the way and may be repeated. Throws `RegistryError`. */
export async function sendCall<C extends AnyCall>(
  access: RegistryAccess,
  call: C,
  input: Input,
  { attempts = access.attempts ?? 3, signal }: CallOptions = {},
): Promise<ResponseOf<C>> {
  const most = call.method === 'GET' || call.mayRepeat?.(input) ? attempts : 1
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(access, call, input, signal)
      if (response.ok) return (await read(access, call, response)) as ResponseOf<C>
      const failure = await refusal(response)
      if (!worthAnother(response.status) || attempt >= most) throw failure
    } catch (error) {
      if (error instanceof RegistryError) throw error
      if (attempt >= most || signal?.aborted) throw unreachable(access, error)
    }
    await pause(Math.min(2000, 125 * 2 ** attempt), signal)
  }
}

function send({ url, token, headers }: RegistryAccess, call: AnyCall, input: Input, signal?: AbortSignal) {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const address = addressOf(call, input)
  return fetch(url.startsWith('/') ? url + address : new URL(address, url), {
    method: call.method,
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), ...typeOf(call) },
    ...(call.body !== undefined && { body: sentBody(call, input) }),
  })
}

const typeOf = ({ body }: AnyCall) =>
  body !== undefined && { 'content-type': body === 'bytes' ? 'application/octet-stream' : 'application/json' }

const sentBody = (call: AnyCall, input: Input): BodyInit =>
  call.body === 'bytes' ? (input.bytes as Uint8Array<ArrayBuffer>) : JSON.stringify(bodyOf(call, input))

async function read({ url, checked }: RegistryAccess, { response: shape }: AnyCall, response: Response) {
  const text = await response.text()
  if (response.status === 204) return null
  const json = parsed(text)
  if (json === undefined)
    throw new RegistryError(`${url} answers, but not as a registry does. Check MARRAM_RELEASES_URL.`, 'unreachable')
  if (!checked) return json
  const { success, data } = z.safeParse(shape, json)
  if (success) return data
  throw new RegistryError('The registry answers in another form: it was updated. Reload the page.', 'unreadable')
}

async function refusal(response: Response): Promise<RegistryError> {
  const json = parsed(await response.text())
  const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const message = typeof body.message === 'string' ? body.message : `The registry answered ${response.status}.`
  const code = typeof body.code === 'string' ? body.code : String(response.status)
  return new RegistryError(message, code, body, response.status)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreachable({ url }: RegistryAccess, error: unknown): RegistryError {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  const why = name === 'TimeoutError' ? 'it took too long' : (cause?.code ?? 'the connection broke')
  const message = `No registry answers at ${url} (${why}). Start the site, or set MARRAM_RELEASES_URL to where it runs.`
  return new RegistryError(message, 'unreachable')
}

/** Throws the reason of the signal where it is given up meanwhile. */
const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const end = () => {
      clearTimeout(timer)
      fail(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      done()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
