import { type AnyEndpoint, type DataOf, fillPath, messageOf } from '@marram/api-contract/endpoint'
import { readLeniently, type Surprise } from '@marram/api-contract/lenient'
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios'
import { ApiError, isApiError } from './api-error'

type Settings = {
  /** Where `/api/…` paths are: empty in the browser, the API's address on the server. */
  baseUrl: string
  accessToken: () => string | undefined
  /** A new token instead of a refused one; undefined if there is none. */
  renewToken: (refused: string) => Promise<string | undefined>
  /** Milliseconds. */
  timeout: number
  /** Sent with every call. */
  headers: Record<string, string>
  /** Computed for each call: headers that depend on the caller. */
  callHeaders: () => Record<string, string>
  /** Sends calls in place of `fetch`, on the server. Resolves with the body as text, whatever the status. */
  adapter: AxiosAdapter | undefined
  /** Called with the differences of a response from the contract. */
  onSurprise: (call: string, surprises: Surprise[]) => void
  /** Called at the end of each call. `code` is 0 where there was no response. */
  onEnd: (end: CallEnd) => void
}
/** `revision` is the content revision. Other hosts do not send one, nor do calls about more than content. */
type CallEnd = { code: number; revision: string | undefined }

let settings: Settings = {
  baseUrl: '',
  accessToken: () => undefined,
  renewToken: async () => undefined,
  timeout: 15_000,
  headers: {},
  callHeaders: () => ({}),
  adapter: undefined,
  onSurprise: () => {},
  onEnd: () => {},
}

/** Called once by the shell, before any loader runs. */
export function configureClient(given: Partial<Settings>): void {
  settings = { ...settings, ...given }
}

export type CallOptions = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  /** Milliseconds, for a call that may take longer, such as one with photos. */
  timeout?: number
  /** Called with the share of the body that was sent, from 0 to 1. */
  onUpload?: (share: number) => void
}

export type Answer<E extends AnyEndpoint> = {
  data: DataOf<E>
  code: number
  message: string | undefined
  beside: Record<string, unknown>
}

/** The data of a call. Throws ApiError if the response's code is not 200, or without a response. */
export async function get<E extends AnyEndpoint>(endpoint: E, options: CallOptions = {}): Promise<DataOf<E>> {
  return (await call(endpoint, options)).data
}

/** The whole response of a call: data, code, message and further fields. Throws like `get`. */
export async function call<E extends AnyEndpoint>(endpoint: E, options: CallOptions = {}): Promise<Answer<E>> {
  const token = endpoint.bearer ? settings.accessToken() : undefined
  try {
    return await send(endpoint, options, token)
  } catch (error) {
    if (!token || !isApiError(error) || error.code !== 401) throw error
    // Again, without a token if there is no other: these calls do not require one.
    return send(endpoint, options, await settings.renewToken(token))
  }
}

async function send<E extends AnyEndpoint>(
  endpoint: E,
  { params, query, body, signal, idempotencyKey, timeout, onUpload }: CallOptions,
  token: string | undefined,
): Promise<Answer<E>> {
  const headers: Record<string, string> = { ...settings.headers, ...settings.callHeaders() }
  if (token) headers.authorization = `Bearer ${token}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const asIs = body === undefined || body instanceof FormData
  if (!asIs) headers['content-type'] = 'application/json'
  const request: CarriedRequest = {
    url: settings.baseUrl + addressOf(endpoint.path, params, query),
    method: endpoint.method,
    headers,
    data: asIs ? body : JSON.stringify(body),
    signal,
    timeout: timeout ?? settings.timeout,
    onUpload,
  }
  let response: Carried
  try {
    response = settings.adapter
      ? await settings.adapter(request as unknown as InternalAxiosRequestConfig)
      : await carry(request)
  } catch (error) {
    if (signal?.aborted) throw error
    settings.onEnd({ code: 0, revision: undefined })
    throw new ApiError('network', 0, 'The server could not be reached. Check your connection and try again.', {
      cause: error,
    })
  }
  const revision = response.headers['x-content-revision'] as string | undefined
  try {
    const result = unwrap(endpoint, response)
    settings.onEnd({ code: result.code, revision })
    return result
  } catch (error) {
    if (isApiError(error)) settings.onEnd({ code: error.code, revision })
    throw error
  }
}

/** The `code` in a body counts, or else the HTTP status. 200 alone is a success. */
function unwrap<E extends AnyEndpoint>(endpoint: E, { data: text, status, headers }: Carried): Answer<E> {
  const sent = parsed(text)
  const isObject = typeof sent === 'object' && sent !== null && !(sent instanceof Error)
  const body = isObject ? (sent as Record<string, unknown>) : {}
  const sentCode = Number(body.code ?? Number.NaN)
  const code = Number.isFinite(sentCode) ? sentCode : status < 300 ? 200 : status
  const message = messageOf(body)
  if (code !== 200)
    throw new ApiError('answer', code, message ?? `The server answered with ${code}.`, {
      fields: body.errors,
      // Only with our message: a proxy may send it too, without knowing what was done.
      retryAfter: message && headers['retry-after'] ? Number(headers['retry-after']) : undefined,
    })
  // The login page of a network, or of a broken proxy.
  if (!isObject && endpoint.envelope !== 'none')
    throw new ApiError('answer', 502, 'The server sent something else than was asked for. Try again in a minute.', {
      cause: sent,
    })
  const surprises: Surprise[] = []
  const given = endpoint.envelope === 'none' ? body : (body.data ?? body.Data)
  const data = readLeniently(endpoint.data, given, (surprise) => surprises.push(surprise))
  if (surprises.length > 0) settings.onSurprise(`${endpoint.method} ${endpoint.path}`, surprises)
  return { data: data as DataOf<E>, code, message, beside: body }
}

/** The JSON value of a text, or the parse error. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

function addressOf(path: string, params: CallOptions['params'], query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(given).toString()
  return fillPath(path, params) + (search && `?${search}`)
}

type Carried = { data: string; status: number; headers: Record<string, unknown> }
type CarriedRequest = {
  url: string
  method: string
  headers: Record<string, string>
  data: string | FormData | undefined
  signal: AbortSignal | undefined
  timeout: number
  onUpload: CallOptions['onUpload']
}

/** By `fetch` (record 75), or by XHR if the progress of an upload is reported. */
async function carry({ signal, timeout, onUpload, ...request }: CarriedRequest): Promise<Carried> {
  signal?.throwIfAborted()
  const late = AbortSignal.timeout(timeout)
  const ending = signal ? AbortSignal.any([signal, late]) : late
  if (onUpload) return carryUpload(request, ending, onUpload)
  const { url, data: body, ...rest } = request
  const response = await fetch(url, { ...rest, body, signal: ending })
  return { data: await response.text(), status: response.status, headers: Object.fromEntries(response.headers) }
}

const carryUpload = (
  { url, method, headers, data }: Pick<CarriedRequest, 'url' | 'method' | 'headers' | 'data'>,
  signal: AbortSignal,
  onUpload: (share: number) => void,
) =>
  new Promise<Carried>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onUpload(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const revision = request.getResponseHeader('x-content-revision') ?? undefined
      const retryAfter = request.getResponseHeader('retry-after') ?? undefined
      const sent = { 'x-content-revision': revision, 'retry-after': retryAfter }
      resolve({ data: request.responseText, status: request.status, headers: sent })
    }
    request.onerror = request.onabort = () => reject(new Error('the upload ended early'))
    signal.addEventListener('abort', () => request.abort())
    request.send(data)
  })
