import type { IncomingMessage, Server } from 'node:http'
import net from 'node:net'
import type { EdgeSettings } from '../settings'

type Settings = Pick<EdgeSettings, 'PREVIEW_PORT' | 'PREVIEW_URL' | 'PUBLIC_URL' | 'BIND'>

/**
 * The origin of previews, apart from that of visitors: a port of its own, and behind a proxy the host of PREVIEW_URL,
 * on either port. No script of a page can choose the host that its browser names.
 */
export function previewOrigin({ PREVIEW_PORT: port, PREVIEW_URL, PUBLIC_URL, BIND: host }: Settings) {
  let url = PREVIEW_URL ?? `http://localhost:${port}`
  if (url === PUBLIC_URL) throw new Error('PREVIEW_URL is PUBLIC_URL: previews need an origin of their own')
  const sockets = new WeakSet<net.Socket>()
  return {
    /** A function, since a port that the system chooses is known only once it listens. */
    url: () => url,

    has: ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
      sockets.has(socket) || headers.host?.toLowerCase() === new URL(url).host,

    /** Hands what comes to its port to the server of the other one. Returns how to close it. */
    async listen(server: Server): Promise<() => Promise<void>> {
      // As a server for HTTP has it: a client may end its side after its request.
      const listener = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        sockets.add(socket)
        server.emit('connection', socket)
      })
      listener.maxConnections = server.maxConnections
      await new Promise<void>((resolve, reject) => listener.once('error', reject).listen({ port, host }, resolve))
      if (!PREVIEW_URL) url = `http://localhost:${(listener.address() as net.AddressInfo).port}`
      return () => new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}
export type PreviewOrigin = ReturnType<typeof previewOrigin>
