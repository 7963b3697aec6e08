import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { endpoints } from '@marram/api-contract/endpoints'
import { distort, type Temper } from './distort'

export type ForeignHost = {
  url: string
  temper: Temper
  /** Path, query and cookie of each call, in order. */
  asked: string[]
  /** Bodies of what was sent, by path. */
  sent: Record<string, unknown>
  /** Why nothing is accepted. */
  refusal: string | undefined
  close: () => Promise<void>
}

/** What only our own API has; there is an HTML page at such an address elsewhere. */
const ours = ['/api/search', '/api/auth/token/refresh', '/api/auth/token/revoke']
const calls = Object.values(endpoints).map((endpoint: AnyEndpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`),
}))

/**
 * An API host of another temper, which knows what the API at `api` knows: a transformation of whatever that answers,
 * so that a call of the table which is made later behaves oddly here without another word.
 */
export async function foreignHost(api: string, temper: Temper): Promise<ForeignHost> {
  const host: ForeignHost = { url: '', temper, asked: [], sent: {}, refusal: undefined, close: async () => {} }
  const formIds = new Map<string, number>()
  const server = http.createServer(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    host.asked.push(`${path}?${query} ${request.headers.cookie ?? ''}`)
    const known = calls.find(({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(path))
    if (path.startsWith('/media/') || path.startsWith('/uploads/')) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' })
      return void response.end('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>')
    }
    if (!known || ours.includes(path)) {
      response.writeHead(404, { 'content-type': 'text/html' })
      return void response.end('<!doctype html><title>404</title><h1>Page not found</h1>')
    }
    // Everything is HTTP 200; what a call came to is in the body.
    response.writeHead(200, { 'content-type': 'application/json' })
    if (request.method === 'POST') {
      host.sent[path] = await bodyOf(request)
      const outcome = host.refusal ? { code: '422', response: host.refusal } : { code: '200', message: 'Noted.', id: 7 }
      return void response.end(JSON.stringify(outcome))
    }
    // No paging here either: parameters are not looked at.
    const slug = [...formIds].find(([, id]) => path.endsWith(`/form/detail/${id}`))?.[0]
    const answer = await fetch(api + (slug ? `/api/form/detail/${slug}` : path))
    const body = (await answer.json()) as Record<string, unknown>
    response.end(
      JSON.stringify(distort(body, { path, temper: host.temper, endpoint: known.endpoint, formIds, host: host.url })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  host.close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return host
}

async function bodyOf(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
