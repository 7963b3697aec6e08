import http from 'node:http'

export type Fault = {
  /** Tested against the path. */
  match: RegExp
  /** `slow` answers after three seconds, `cut` ends the connection without a word. */
  do: '404' | '500' | 'html' | 'garbage' | 'hang' | 'tamper' | 'slow' | 'cut'
  /** How often; without it, for ever. */
  times?: number
}

export type FaultProxy = {
  url: string
  faults: Fault[]
  edit: ((html: string) => string) | undefined
  /** JSON to answer with instead of asking the target, by path. */
  answers: Record<string, unknown>
  asked: string[]
  close: () => Promise<void>
}

const SLOW_MS = 3000

/** A server between browser and site that breaks what it is told to break, as a broken network or file store would. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const proxy: FaultProxy = { url: '', faults: [], edit: undefined, answers: {}, asked: [], close: async () => {} }
  const hanging = new Set<http.ServerResponse>()
  const server = http.createServer(async (request, response) => {
    const path = request.url ?? '/'
    proxy.asked.push(path)
    const fault = proxy.faults.find((each) => each.match.test(path) && (each.times === undefined || each.times > 0))
    if (fault?.times !== undefined) fault.times -= 1
    if (fault?.do === 'hang') return void hanging.add(response)
    if (fault?.do === 'cut') return void request.socket.destroy()
    if (fault?.do === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    const broken = fault && fixedAnswer(fault.do)
    if (broken) {
      response.writeHead(broken.status, {
        'content-type': broken.type,
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      })
      return void response.end(broken.body)
    }
    if (path in proxy.answers) {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(proxy.answers[path]))
    }
    const answer = await forward(target, request).catch(() => undefined)
    // As where nothing listens.
    if (!answer) return void request.socket.destroy()
    const headers = { ...answer.headers }
    let { body } = answer
    if (fault?.do === 'tamper') body = Buffer.concat([body, Buffer.from('\n;window.__tampered=1')])
    if (proxy.edit && String(headers['content-type']).startsWith('text/html'))
      body = Buffer.from(proxy.edit(body.toString('utf8')))
    delete headers['content-length']
    delete headers['transfer-encoding']
    response.writeHead(answer.status, headers)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  proxy.url = `http://localhost:${port}`
  proxy.close = () => {
    for (const response of hanging) response.destroy()
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return proxy
}

function fixedAnswer(kind: Fault['do']): { status: number; type: string; body: string } | undefined {
  if (kind === '404') return { status: 404, type: 'text/html', body: 'not here' }
  if (kind === '500') return { status: 500, type: 'text/html', body: 'broken' }
  if (kind === 'html')
    return { status: 200, type: 'text/html', body: '<!doctype html><title>A login page of some network</title>' }
  if (kind === 'garbage') return { status: 200, type: 'text/javascript', body: ')]}\u0000 not javascript {{{' }
  return undefined
}

function forward(
  target: string,
  request: http.IncomingMessage,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const url = new URL(request.url ?? '/', target)
    const headers = { ...request.headers, host: url.host, 'accept-encoding': 'identity' }
    const onward = http.request(url, { method: request.method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    onward.on('error', reject)
    request.pipe(onward)
  })
}
