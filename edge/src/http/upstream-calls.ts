import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { clientNetwork } from '@marram/server/client-network'
import { Semaphore } from '@marram/server/semaphore'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Agent, type Dispatcher } from 'undici'
import type { EdgeSettings } from '../settings'
import { isRedirect, refuseRedirect } from './upstream-headers'

const WAIT_MS = 10_000
/** A body may be minutes on its way. The slow ones must not keep the others waiting, nor those of one client all. */
const BODIES = { atOnce: 256, waiting: 1024, waitMs: WAIT_MS }
const BODIES_OF_ONE = { atOnce: 32, waiting: 128, waitMs: WAIT_MS }

type OnResponse = (error: Error | null, response: Dispatcher.ResponseData) => void
type Options = { onResponse?: unknown }
/** `mayRedirect`: whether its responses may redirect a visitor. */
type Settings = Pick<EdgeSettings, 'UPSTREAM_CALLS'> & { mayRedirect: boolean }

/** Calls of one upstream: a bounded number until its response begins, and none for a client that has gone. */
export function upstreamCalls({ UPSTREAM_CALLS: atOnce, mayRedirect }: Settings) {
  const plain = new Semaphore({ atOnce, waiting: 8 * atOnce, waitMs: WAIT_MS })
  const bodies = new Semaphore(BODIES)
  const bodiesByClient = new Map<string, Semaphore>()
  const inCall = new AsyncLocalStorage<AbortSignal>()
  // As many connections as there are calls and responses that are still read: a slow reader takes no other's.
  const agent = new Agent({ connections: null })

  async function placeFor(request: FastifyRequest, gone: AbortSignal): Promise<(() => void) | undefined> {
    if (!request.body) return plain.acquire({ gone })
    const client = clientNetwork(request.ip)
    const own = bodiesByClient.get(client) ?? new Semaphore(BODIES_OF_ONE)
    bodiesByClient.set(client, own)
    const releaseOwn = await own.acquire({ gone })
    if (!releaseOwn) return undefined
    const release = await bodies.acquire({ gone })
    const end = () => {
      release?.()
      releaseOwn()
      if (own.idle) bodiesByClient.delete(client)
    }
    if (release) return end
    end()
    return undefined
  }

  return {
    close: () => agent.destroy(),

    /** What the proxy sends with. */
    dispatcher: {
      request: (options: Dispatcher.RequestOptions, done: OnResponse) =>
        agent.request({ ...options, signal: inCall.getStore() }, done),
    },

    async handle(
      request: FastifyRequest,
      reply: FastifyReply,
      target: string,
      options: Options,
    ): Promise<FastifyReply> {
      const gone = goneSignal(reply.raw)
      const release = await placeFor(request, gone)
      if (gone.aborted) {
        release?.()
        return reply.hijack()
      }
      if (!release)
        return reply
          .code(503)
          .header('retry-after', '5')
          .send({ code: 503, message: 'There are too many visitors at the moment. Try again in a minute.' })
      reply.raw.once('close', release)
      const onResponse = (_: unknown, __: unknown, { stream }: { stream: Readable }) => {
        release()
        // For an invalid status a response was sent already.
        if (reply.sent) return void stream.destroy()
        if (mayRedirect || !isRedirect(reply.statusCode)) return void reply.send(stream)
        stream.destroy()
        refuseRedirect(reply)
      }
      return inCall.run(gone, () => reply.from(target, { ...options, onResponse } as Parameters<typeof reply.from>[1]))
    },
  }
}

function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}

/** A stream of its own: what sends it ends it when it is refused, and must not end the connection of the response. */
export function bodyOf(payload: IncomingMessage): PassThrough {
  const body = new PassThrough()
  payload.pipe(body)
  body.once('close', () => payload.resume())
  payload.once('close', () => {
    if (!payload.readableEnded) body.destroy()
  })
  return body
}
