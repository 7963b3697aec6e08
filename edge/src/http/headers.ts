import { POLICY_REPORTS } from '@marram/rendering/content-security-policy'
import { CONTENT_REVISION, DATA_POLICY, DOCS_POLICY } from '@marram/server/data-headers'
import type { FastifyReply } from 'fastify'
import { isCall, refuseWith } from '../requests/error-pages'
import { type EdgeSettings, isSecure } from '../settings'

/** Two years, for this host only: other hosts of its domain are not ours. */
const HTTPS_ONLY = 'max-age=63072000'

type Headers = Record<string, string>

const documentHeaders: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** Headers of every response, of pages, and of a response by its address. Its route or an upstream may replace them. */
export function siteHeaders({ PUBLIC_URL }: Pick<EdgeSettings, 'PUBLIC_URL'>) {
  const secure = isSecure(PUBLIC_URL)
  const common: Headers = {
    ...documentHeaders,
    'content-security-policy': DATA_POLICY,
    ...(secure && { 'strict-transport-security': HTTPS_ONLY }),
  }
  // Browsers send reports by this header over https only; elsewhere the policy's `report-uri` is all they need.
  const ofPages: Headers = { ...common, ...(secure && { 'reporting-endpoints': `policy="${POLICY_REPORTS}"` }) }
  // Sandboxed where they are opened alone, with few headers: a page fetches dozens.
  const { 'permissions-policy': _permissions, 'cross-origin-opener-policy': _opener, ...ofFiles } = common
  const headersFor = (url: string) => (url.startsWith('/releases/files/') ? ofFiles : isCall(url) ? common : ofPages)
  return { common, ofPages, headersFor }
}

/** The headers of the API that browsers get. Others may act on the browser in this site's name (`Clear-Site-Data`). */
export const PASSED_ON: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'content-disposition', 'content-language'],
  ...['content-range', 'accept-ranges', 'allow'],
  ...['etag', 'last-modified', 'cache-control', 'expires', 'age', 'vary'],
  // At most it lets pages of other sites show a picture, which they may anyway.
  'cross-origin-resource-policy',
  ...['retry-after', 'ratelimit', 'ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  CONTENT_REVISION,
])

export const isOfApi = (prefix: string): boolean => prefix === '/api' || prefix === '/media'

const passedOn = <Given extends Record<string, unknown>>(headers: Given): Partial<Given> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED_ON.has(name))) as Partial<Given>

/** Our API redirects no call, and an API must not decide where visitors are redirected to. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

/** Replaces a response whose headers are already set on the reply. */
export function refuseRedirect(reply: FastifyReply): FastifyReply {
  for (const name of PASSED_ON) reply.removeHeader(name)
  const message = 'The server sent something else than was asked for. Try again in a minute.'
  return refuseWith(reply.header('cache-control', 'no-store'), 502, message)
}

/** Headers of one connection: passed on, they would affect another one. */
const ofOneConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  // Handled by this server, before anything is passed on.
  'expect',
])

type RawHeaders = Record<string, string | string[] | undefined>

/** Headers, by their names in small letters, without those of the connection that they came on. */
export function endToEnd(headers: RawHeaders): RawHeaders {
  const named = [headers.connection ?? []].flat().join(',').toLowerCase().split(',')
  const dropped = new Set([...ofOneConnection, ...named.map((name) => name.trim())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

/** Pictures are shown, and a drawing that is opened on its own is a document. */
export const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** A worker has the policy of its own file. This one may report, to this site. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Each of the types that browsers take for JavaScript has one of these names in it. */
const isScript = /(?:java|ecma|live|j)script/i
const isOfDocs = /^\/api\/docs(?:[/?]|$)/

type Upstream = { prefix: string; url: string; isOwnApi: boolean }

/** Headers of an upstream as visitors get them: nothing in its responses runs as this site, except the page of our API's description. */
export function asData<Given extends Record<string, unknown>>({ prefix, url, isOwnApi }: Upstream, headers: Given) {
  const { server: _server, 'x-powered-by': _product, ...rest } = isOfApi(prefix) ? passedOn(headers) : headers
  const policy = headers['content-security-policy']
  const isDocs = prefix === '/api' && isOwnApi && isOfDocs.test(url)
  return {
    ...rest,
    // Pages may load scripts of this site, and none of theirs comes from there.
    ...(!isDocs && isScript.test(String(rest['content-type'])) && { 'content-type': 'application/octet-stream' }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': isDocs && policy === DOCS_POLICY ? policy : SANDBOX,
  }
}
