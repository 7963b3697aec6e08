import http from 'node:http'
import { openRaw, readResponse } from './raw-client'

type ShortResponse = { status: number | undefined; connection: string | undefined }

const ask = (url: string, agent: http.Agent | false = false) =>
  new Promise<ShortResponse>((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      const { statusCode: status, headers } = response
      response.on('error', reject).on('end', () => resolve({ status, connection: headers.connection }))
      response.resume()
    })
    request.on('error', reject)
  })
const outcome = (asked: Promise<ShortResponse>) => asked.catch(({ code }: NodeJS.ErrnoException) => code)

/** The responses that a proxy gets for GET requests for `path`, while `end` stops the server. */
export async function askWhileEnding(origin: string, path: string, end: () => Promise<unknown>) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const before = await ask(origin + path, agent)
  const begun = openRaw(Number(new URL(origin).port))
  begun.socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n`)
  const ended = end()
  let health = await outcome(ask(`${origin}/healthz`))
  while (typeof health === 'object' && health.status === 200) health = await outcome(ask(`${origin}/healthz`))
  const reused = await outcome(ask(origin + path, agent))
  const fresh = await outcome(ask(origin + path))
  begun.socket.write('connection: close\r\n\r\n')
  const inFlight = readResponse(await begun.received)?.status
  await ended
  agent.destroy()
  return { before, health, reused, fresh, inFlight, after: await outcome(ask(origin + path)) }
}

/** No request is lost, and health checks send proxies elsewhere. */
export const NOTHING_LOST = {
  before: { status: 200, connection: 'keep-alive' },
  health: { status: 503, connection: 'close' },
  reused: { status: 200, connection: 'close' },
  fresh: { status: 200, connection: 'close' },
  inFlight: 200,
  after: 'ECONNREFUSED',
}
