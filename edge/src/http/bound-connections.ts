import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork } from '@marram/server/client-network'
import type { Logger } from '@marram/server/log'
import { trusts } from '@marram/server/request-id'
import type { EdgeSettings } from '../settings'

type Settings = Pick<EdgeSettings, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_CLIENT' | 'TRUST_PROXY'>

/** A storm is logged once, and not with every connection of it. */
const SAY_AGAIN_MS = 60_000

/** Closes connections beyond so many, of all clients together and of each, so that none can take the others' place. */
export function boundConnections(server: Server, settings: Settings, log: Pick<Logger, 'warn'>): void {
  const { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_CLIENT, TRUST_PROXY } = settings
  const speaksForMany = trusts(TRUST_PROXY)
  const open = new Map<string, number>()
  const sayAll = seldom(() => log.warn({ MAX_CONNECTIONS }, 'too many connections: more are closed'))
  const sayOne = seldom(() =>
    log.warn(
      { MAX_CONNECTIONS_PER_CLIENT },
      'too many connections of one client: more are closed; if it is a proxy of this site, name it in TRUST_PROXY',
    ),
  )
  server.maxConnections = MAX_CONNECTIONS
  server.on('drop', sayAll)
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // Undefined for one that has gone already.
    if (remoteAddress === undefined || speaksForMany(remoteAddress)) return
    const client = clientNetwork(remoteAddress)
    const count = (open.get(client) ?? 0) + 1
    if (count > MAX_CONNECTIONS_PER_CLIENT) {
      sayOne()
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

function seldom(say: () => void): () => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - saidAt < SAY_AGAIN_MS) return
    saidAt = now
    say()
  }
}
