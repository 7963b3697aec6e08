import http from 'node:http'
import https from 'node:https'

/** A page as it is shown here; `isOwn`: the site itself may have none at this address. */
type Shown = { html: string; isOwn: boolean }
type Rewrite = { page: (html: string, pathname: string) => Promise<Shown>; policy: (policy: string) => string }

/** Of one connection, and what a changed body no longer has. */
const DROPPED = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'etag',
  'strict-transport-security',
]

/**
 * Passes requests on to a site, as if they were made there: its pages are rewritten, everything else comes as it is.
 * Redirects within the site stay here.
 */
export function proxyTo(site: string, rewrite: Rewrite): http.RequestListener {
  const { origin, host, protocol } = new URL(site)
  const { request: ask, Agent } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  return (request, response) => {
    const { method, url = '/', headers: all } = request
    const { 'if-none-match': _known, ...headers } = all
    const own = `http://${headers.host}`
    const there = (value: string | undefined) => value?.replace(own, origin)
    const wantsPage = headers['sec-fetch-dest'] === 'document' || (headers.accept ?? '').includes('text/html')
    const asked = ask(
      `${origin}${url}`,
      {
        ...{ method, agent },
        headers: {
          ...headers,
          host,
          ...(headers.origin && { origin: there(headers.origin) }),
          ...(headers.referer && { referer: there(headers.referer) }),
          ...(headers.cookie && { cookie: headers.cookie.replace(/(^|; )dev-(Host|Secure)-/g, '$1__$2-') }),
          ...(wantsPage && { 'accept-encoding': 'identity' }),
        } as http.OutgoingHttpHeaders,
      },
      (answer) => {
        const sent = { ...answer.headers }
        if (sent.location) sent.location = sent.location.replace(origin, own)
        // Browsers take names that begin with __Host- with encryption alone.
        if (sent['set-cookie'])
          sent['set-cookie'] = sent['set-cookie'].map((cookie) =>
            cookie.replace(/; (secure|domain=[^;]*)/gi, '').replace(/^__(Host|Secure)-/, 'dev-$1-'),
          )
        if (!String(sent['content-type']).startsWith('text/html') || sent['content-encoding'] !== undefined) {
          response.writeHead(answer.statusCode ?? 502, sent)
          return void answer.pipe(response)
        }
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          for (const name of DROPPED) delete sent[name]
          const policy = sent['content-security-policy']
          if (typeof policy === 'string') sent['content-security-policy'] = rewrite.policy(policy)
          rewrite.page(Buffer.concat(pieces).toString('utf8'), url.split('?', 1)[0] as string).then(
            ({ html, isOwn }) => {
              // A response that ended too early was refused.
              if (response.headersSent) return
              const status = isOwn && answer.statusCode === 404 ? 200 : (answer.statusCode ?? 502)
              response.writeHead(status, { ...sent, 'cache-control': 'no-store' }).end(html)
            },
            (error: Error) => refuse(response, error.message),
          )
        })
      },
    )
    asked.on('error', (error: NodeJS.ErrnoException) =>
      refuse(response, `${origin} does not respond: ${error.code ?? error.message}`),
    )
    response.on('close', () => asked.destroy())
    request.pipe(asked)
  }
}

function refuse(response: http.ServerResponse, reason: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`${reason}\n`)
}
