import * as z from 'zod/mini'
import { type AnyCall, addressOf, bodyOf, type Input, type InputOf, type ResponseOf } from './call'
import { type CallName, type Calls, calls } from './calls'

export type RegistryAccess = {
  /** Origin of the public edge or of the registry itself; in a browser also a path in front of the calls. */
  url: string
  token?: string | undefined
  headers?: Record<string, string>
  /** How often a call that may be repeated is sent at most; 3 where it is not given. */
  attempts?: number
  /** Parses responses by the table: undeclared fields are left out, and a response of another form is an error. */
  checked?: boolean
  /** How long one attempt may take; 120 seconds where it is not given: the registry compresses received files before it responds. */
  timeoutMs?: number
  /** The variable that holds `url`, for messages. */
  setting?: string
}

/** Why a call failed: the registry refused it, or could not be reached. The message explains what to do. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  constructor(
    message: string,
    /** The registry's code; `unreachable` without a response, `unreadable` if it had another form. */
    readonly code: string,
    readonly body: Record<string, unknown> = {},
    readonly status?: number,
  ) {
    super(message)
  }
}

export type CallOptions = { attempts?: number; signal?: AbortSignal }

const SETTING = 'MARRAM_RELEASES_URL'
const worthAnother = (status: number) => status === 429 || (status >= 500 && status !== 507)

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

/** One call of the table, repeated after a broken connection if it may be. Throws `RegistryError`. */
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
    await new Promise((done) => setTimeout(done, Math.min(2000, 125 * 2 ** attempt)))
    signal?.throwIfAborted()
  }
}

function send(
  { url, token, headers, timeoutMs = 120_000 }: RegistryAccess,
  call: AnyCall,
  input: Input,
  signal?: AbortSignal,
) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const address = addressOf(call, input)
  const type = call.body === 'bytes' ? 'application/octet-stream' : 'application/json'
  const body = call.body === 'bytes' ? (input.bytes as BodyInit) : JSON.stringify(bodyOf(call, input))
  return fetch(url.startsWith('/') ? url + address : new URL(address, url), {
    method: call.method,
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(call.body !== undefined && { 'content-type': type }),
    },
    ...(call.body !== undefined && { body }),
  })
}

async function read(
  { url, checked, setting = SETTING }: RegistryAccess,
  { response: shape }: AnyCall,
  response: Response,
) {
  const text = await response.text()
  if (response.status === 204) return null
  const json = parsed(text)
  if (json === undefined)
    throw new RegistryError(`What runs at ${url} is no registry. Check ${setting}.`, 'unreachable')
  if (!checked) return json
  const { success, data } = z.safeParse(shape, json)
  if (success) return data
  throw new RegistryError(
    'The registry was updated and sends another form of response. Reload the page, or update this program.',
    'unreadable',
  )
}

async function refusal(response: Response): Promise<RegistryError> {
  const json = parsed(await response.text())
  const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const { message = `The registry responded with status ${response.status}.`, code = response.status } = body
  return new RegistryError(String(message), String(code), body, response.status)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreachable({ url, setting = SETTING }: RegistryAccess, error: unknown): RegistryError {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  const why = name === 'TimeoutError' ? 'it took too long' : (cause?.code ?? 'the connection broke')
  const message = `No registry responds at ${url} (${why}). Start the site, or set ${setting} to where it runs.`
  return new RegistryError(message, 'unreachable')
}
