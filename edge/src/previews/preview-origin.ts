import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import net from 'node:net'
import type { EdgeSettings } from '../settings'

type Settings = Pick<EdgeSettings, 'PREVIEW_PORT' | 'PREVIEW_URL' | 'PUBLIC_URL' | 'BIND'>
type Asked = Pick<IncomingMessage, 'headers' | 'socket'>

/** In front of the host of PREVIEW_URL, for one link: no other name of that domain looks like it. */
const LABEL = /^[0-9a-f]{32}\./

/** The origins of previews, apart from that of visitors: an entrance, where no release runs, and a host for each link. */
export function previewOrigin({ PREVIEW_PORT: port, PREVIEW_URL, PUBLIC_URL, BIND }: Settings) {
  let url = PREVIEW_URL ?? `http://localhost:${port}`
  const beneath = (label: string) => url.replace('://', `://${label}.`)
  const of = (link: string) => beneath(createHash('sha256').update(link).digest('hex').slice(0, 32))
  const hostOf = ({ headers }: Pick<Asked, 'headers'>) => headers.host?.toLowerCase() ?? ''
  if (url === PUBLIC_URL) throw new Error('PREVIEW_URL is PUBLIC_URL: previews need an origin of their own')
  if (!URL.canParse(of('')))
    throw new Error('PREVIEW_URL has an IP address: it needs a name, since each preview has a host beneath it')
  const sockets = new WeakSet<net.Socket>()
  let host = new URL(url).host
  const has = (request: Asked): boolean => {
    const given = hostOf(request)
    return sockets.has(request.socket) || (given.endsWith(host) && given.replace(LABEL, '') === host)
  }
  return {
    /** Where links are followed. A function, since a port that the system chooses is known only once it listens. */
    url: () => url,

    of,

    /** All preview origins, for the policy of a page whose form leads there. */
    all: () => beneath('*'),

    has,

    isEntrance: (request: Asked): boolean => has(request) && !LABEL.test(hostOf(request)),

    isOf: (request: Asked, link: string): boolean => hostOf(request) === new URL(of(link)).host,

    /** Passes connections of its port to the server of the other one. Returns a function that closes it. */
    async listen(server: Server): Promise<() => Promise<void>> {
      // As a server for HTTP has it: a client may end its side after its request.
      const listener = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        sockets.add(socket)
        server.emit('connection', socket)
      })
      listener.maxConnections = server.maxConnections
      await new Promise<void>((resolve, reject) => listener.once('error', reject).listen({ port, host: BIND }, resolve))
      if (!PREVIEW_URL) url = `http://localhost:${(listener.address() as net.AddressInfo).port}`
      host = new URL(url).host
      return () => new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}
export type PreviewOrigin = ReturnType<typeof previewOrigin>
