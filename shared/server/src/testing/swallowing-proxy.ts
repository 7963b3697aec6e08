import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy for the server at `url` that can drop the data of both sides, like a broken network. */
export async function swallowingProxy(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => isCut || to.write(chunk))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: through.href,
    cut() {
      isCut = true
    },
    /** Dropped data is lost: connections from before hang for ever. */
    heal() {
      isCut = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
