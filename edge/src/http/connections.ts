import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork } from '@marram/server/client-network'
import type { Logger } from '@marram/server/log'
import { trusts } from '@marram/server/request-id'
import { Semaphore } from '@marram/server/semaphore'
import type { FastifyInstance } from 'fastify'
import { atMostEvery } from '../limits/timing'
import type { EdgeLimits, EdgeSettings } from '../settings'

type Settings = Pick<EdgeSettings, 'TRUST_PROXY'> & Pick<EdgeLimits, 'connections' | 'connectionsOfClient'>

const LOG_EVERY_MS = 60_000
const MOST_PIPELINED = 128

export function boundConnections(server: Server, settings: Settings, log: Pick<Logger, 'warn'>): void {
  const { connections, connectionsOfClient, TRUST_PROXY } = settings
  const isProxy = trusts(TRUST_PROXY)
  const open = new Map<string, number>()
  const mayLogAll = atMostEvery(LOG_EVERY_MS)
  const mayLogOne = atMostEvery(LOG_EVERY_MS)
  server.maxConnections = connections
  server.on('drop', () => mayLogAll() && log.warn({ connections }, 'too many connections: more are closed'))
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // Undefined for a client that has already disconnected.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const client = clientNetwork(remoteAddress)
    const count = (open.get(client) ?? 0) + 1
    if (count > connectionsOfClient) {
      const message =
        'too many connections of one client: more are closed; if it is a proxy of this site, name it in TRUST_PROXY'
      if (mayLogOne()) log.warn({ connectionsOfClient }, message)
      return void socket.destroy()
    }
    open.set(client, count)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
  })
}

/** One request of a connection at a time: pipelined requests are dropped once the client has disconnected. */
export function serializeRequests(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, Semaphore>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const connection = connections.get(socket) ?? new Semaphore({ atOnce: 1, waiting: MOST_PIPELINED })
    connections.set(socket, connection)
    const release = await connection.acquire()
    if (release) reply.raw.once('close', release)
    else socket.destroy()
    if (socket.destroyed) reply.hijack()
  })
}
