import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal'

/** Where the console is, and the site that it belongs to. */
export type ConsolePlace = {
  /** A function, since a port that the system chooses is known only once it listens. */
  origin: () => string
  secure: boolean
  site: { url: string; environment: string } | null
}

/** Scripts of another origin cannot send it without asking this one first, which is refused. */
const CONSOLE_HEADER = 'x-marram-console'
/** Two years, as the edge asks for. */
const HTTPS_ONLY = 'max-age=63072000'

/** Refuses other origins: they may not embed or frame the console, nor reach it by another name of this host. */
export function keepToOrigin(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const own = origin()
    reply.header('cross-origin-resource-policy', 'same-origin').header('x-frame-options', 'DENY')
    if (own.startsWith('https:')) reply.header('strict-transport-security', HTTPS_ONLY)
    // Another site can point its own name here (DNS rebinding); its pages would then be of the console's origin.
    if (isNamed(own, headers.host)) return
    return reply
      .code(421)
      .header('cache-control', 'no-store')
      .send({ code: 'misdirected', message: `This is the console of ${own}: open ${own}/console.` })
  })
}

function isNamed(origin: string, host: string | undefined): boolean {
  const { protocol, host: own, port } = new URL(origin)
  const given = host?.toLowerCase()
  // Some proxies name the port also where it is the usual one.
  return given === own || (port === '' && given === `${own}:${protocol === 'https:' ? 443 : 80}`)
}

/** A browser sends the cookie with requests of any page: only those of the console itself are let through. */
export function refuseOtherPages({ method, headers }: FastifyRequest, own: string): void {
  const isOwn = headers.origin === undefined ? method === 'GET' : headers.origin === own
  if (!isOwn || headers[CONSOLE_HEADER] === undefined)
    throw new Refusal('forbidden', 'Only the console itself may use its session. Open /console and try again.')
}
