import net from 'node:net'

/** A way to a machine that can be cut. Connections stay; what is sent meanwhile arrives when it is healed, as with TCP. */
export type Wire = { address: string; cut: () => void; heal: () => void; close: () => void }

/** `target` as `host:port`. */
export async function wireTo(target: string): Promise<Wire> {
  const [host = '', port] = target.split(':')
  const sockets = new Set<net.Socket>()
  let isCut = false
  const join = (socket: net.Socket, other: net.Socket) => {
    sockets.add(socket)
    socket.on('data', (bytes) => other.write(bytes))
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    if (isCut) socket.pause()
  }
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), host)
    join(near, far)
    join(far, near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    heal() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
