import type { FastifyReply } from 'fastify'

/**
 * What a response of the API may say to a browser: what its body is, how long it may be cached, when to come again, and of
 * which content it is. Every other header acts on the visitor's browser in this site's name (`Set-Cookie`,
 * `Clear-Site-Data`, `Refresh`, `Link`, a login dialog by `WWW-Authenticate`), and the API may be somebody else's.
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
export const passedOn = <Given extends Record<string, unknown>>(headers: Given): Partial<Given> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED_ON.has(name))) as Partial<Given>

/** No call of ours is redirected, and where a visitor is redirected to is not for an API to say. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

/** In words, instead of a response whose headers are on the reply already. */
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
