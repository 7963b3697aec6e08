import net from 'node:net'
import { END_OF_HEAD, type Expected, responseReader } from './response-reader'

const CONNECTIONS = 50
/** Whoever has not answered by then never will. */
const LATE_MS = 10_000
const PIECE_BYTES = 65_536

/**
 * Requests a second over 50 kept connections, by as little work as counting takes: bodies are counted and thrown away,
 * heads alone are read. What does more, autocannon among them, is slower than nginx, and would be all that is measured.
 * Rejects where one is not 200, has no length, or has not what is expected of its head.
 */
export async function askMany(
  url: string,
  seconds: number,
  headers: Record<string, string>,
  expected: Expected,
): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url)
  const lines = Object.entries({ host, connection: 'keep-alive', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}${END_OF_HEAD}`)
  const from = performance.now()
  const until = from + seconds * 1000
  const sockets: net.Socket[] = []
  // A client that sleeps has to be woken by each answer, which takes a server longer than most of its own work.
  let spinning = true
  const spin = (): unknown => spinning && setImmediate(spin)
  spin()
  try {
    const connect = (onread: net.OnReadOpts) => {
      const socket = net.connect({ port: Number(port), host: hostname, noDelay: true, onread })
      sockets.push(socket)
      return socket
    }
    const counts = Array.from({ length: CONNECTIONS }, () => askOn(connect, request, expected, until))
    const answers = (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
    return (answers * 1000) / (performance.now() - from)
  } catch (error) {
    throw new Error(`${url}: ${(error as Error).message}`)
  } finally {
    spinning = false
    for (const socket of sockets) socket.destroy()
  }
}

/** One request after another on a connection until it is time; resolves to how many there were. */
function askOn(
  connect: (onread: net.OnReadOpts) => net.Socket,
  request: Buffer,
  expected: Expected,
  until: number,
): Promise<number> {
  const isWhole = responseReader(expected)
  let answers = 0
  return new Promise((resolve, reject) => {
    // One piece of memory for all that comes.
    const buffer = Buffer.alloc(PIECE_BYTES)
    const take = (length: number) => {
      if (!isWhole(buffer.subarray(0, length))) return
      answers += 1
      if (performance.now() < until) socket.write(request)
      else resolve(answers)
    }
    const callback = (length: number) => {
      try {
        take(length)
      } catch (error) {
        reject(error)
      }
      return true
    }
    const socket = connect({ buffer, callback })
    socket.setTimeout(LATE_MS, () => reject(new Error(`no answer within ${LATE_MS / 1000} s`)))
    socket.once('connect', () => socket.write(request))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('a connection was closed')))
  })
}
