import { DATA_POLICY, DOCS_POLICY } from '@marram/server/data-headers'
import type { FastifyReply } from 'fastify'
import { documentHeaders, POLICY_REPORTS } from '../compositions/content-security-policy'
import { isCall } from '../requests/error-pages'
import { type EdgeSettings, isSecure } from '../settings'

/** Two years, as browsers ask for. Of this host alone: what else is under its domain is not ours to decide. */
const HTTPS_ONLY = 'max-age=63072000'

type Headers = Record<string, string>

/** Of every response of this edge; its route or an upstream may replace them. */
export function commonHeaders({ PUBLIC_URL }: Pick<EdgeSettings, 'PUBLIC_URL'>): Headers {
  return {
    ...documentHeaders,
    'content-security-policy': DATA_POLICY,
    ...(isSecure(PUBLIC_URL) && { 'strict-transport-security': HTTPS_ONLY }),
  }
}

/** Of responses that a browser may show. */
export const headersOfPages = (settings: Pick<EdgeSettings, 'PUBLIC_URL'>): Headers => ({
  ...commonHeaders(settings),
  // Browsers send reports by this header over https only; elsewhere the policy's `report-uri` is all they need.
  ...(isSecure(settings.PUBLIC_URL) && { 'reporting-endpoints': `policy="${POLICY_REPORTS}"` }),
})

/** Headers of a response by its address; its route or an upstream may replace them. */
export function headersFor(settings: Pick<EdgeSettings, 'PUBLIC_URL'>): (url: string) => Headers {
  const common = commonHeaders(settings)
  const { 'permissions-policy': _permissions, 'cross-origin-opener-policy': _opener, ...ofFiles } = common
  const ofPages = headersOfPages(settings)
  return (url) => (isReleaseFile.test(url) ? ofFiles : isCall(url) ? common : ofPages)
}

/** Sandboxed where they are opened alone, with few headers: a page fetches dozens. */
const isReleaseFile = /^\/releases\/files\//

/**
 * The headers of the API that browsers get: of its body, caching, retries and content revision. Every other header acts
 * on the visitor's browser in this site's name (`Set-Cookie`, `Clear-Site-Data`, `Refresh`, `Link`, a login dialog by
 * `WWW-Authenticate`), and the API may be somebody else's.
 */
export const PASSED_ON: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'content-disposition', 'content-language'],
  ...['content-range', 'accept-ranges', 'allow'],
  ...['etag', 'last-modified', 'cache-control', 'expires', 'age', 'vary'],
  // Says at most that pages of other sites may show a picture, as they may anyway.
  'cross-origin-resource-policy',
  ...['retry-after', 'ratelimit', 'ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  'x-content-revision',
])

/** Whether what is under a prefix comes from the API, and not from the registry. */
export const isOfApi = (prefix: string): boolean => prefix === '/api' || prefix === '/media'

/** The headers, by their names in small letters, that are on the list. */
const passedOn = <Given extends Record<string, unknown>>(headers: Given): Partial<Given> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED_ON.has(name))) as Partial<Given>

/** No call of ours is redirected, and where a visitor is redirected to is not for an API to say. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

/** Instead of a response whose headers are on the reply already. */
export function refuseRedirect(reply: FastifyReply): FastifyReply {
  for (const name of PASSED_ON) reply.removeHeader(name)
  return reply
    .code(502)
    .header('cache-control', 'no-store')
    .send({ code: 502, message: 'The server sent something else than was asked for. Try again in a minute.' })
}

/** Headers that are about one connection: passed on, they would steer another one. */
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

/** Each of the types that browsers take for JavaScript has one of these names in it. */
const isScript = /(?:java|ecma|live|j)script/i
/** The page that shows our own API's description, and its scripts, as they are addressed by that page. */
const isOfDocs = /^\/api\/docs(?:[/?]|$)/

type Upstream = {
  prefix: string
  url: string
  /** The API that comes with this site, and not one that somebody else runs. */
  isOwnApi: boolean
}

/**
 * Headers of an upstream as visitors get them: of the API those on the list alone, without the name of a server, and so
 * that nothing in it runs as this site, whatever type it claims. Only our own API's description has scripts and a policy
 * of its own: any other policy could allow anything.
 */
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
