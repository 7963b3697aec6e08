import net from 'node:net'
import { END_OF_HEAD, type Expected, responseReader } from './response-reader'

const CONNECTIONS = 50
/** A server that has not responded by then counts as failed. */
const LATE_MS = 10_000
const PIECE_BYTES = 65_536

/**
 * Requests per second over 50 keep-alive connections, with minimal client work: bodies are counted and dropped, only heads
 * are read. Other clients, such as autocannon, are slower than nginx, and would limit the measurement. Rejects if a
 * response is not 200, has no length, or lacks an expected header.
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
  // A sleeping client has to be woken by each response, which costs a server more than most of its own work.
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
    const responses = (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
    return (responses * 1000) / (performance.now() - from)
  } catch (error) {
    throw new Error(`${url}: ${(error as Error).message}`)
  } finally {
    spinning = false
    for (const socket of sockets) socket.destroy()
  }
}

/** One request after another on a connection until the time is over; resolves to their number. */
function askOn(
  connect: (onread: net.OnReadOpts) => net.Socket,
  request: Buffer,
  expected: Expected,
  until: number,
): Promise<number> {
  const isWhole = responseReader(expected)
  let responses = 0
  return new Promise((resolve, reject) => {
    // One buffer for all responses.
    const buffer = Buffer.alloc(PIECE_BYTES)
    const take = (length: number) => {
      if (!isWhole(buffer.subarray(0, length))) return
      responses += 1
      if (performance.now() < until) socket.write(request)
      else resolve(responses)
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
    socket.setTimeout(LATE_MS, () => reject(new Error(`no response within ${LATE_MS / 1000} s`)))
    socket.once('connect', () => socket.write(request))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('a connection was closed')))
  })
}
