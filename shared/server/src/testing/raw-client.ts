import { connect, type Socket } from 'node:net'

export type RawResponse = { status: number; headers: Record<string, string>; body: string }

/** A connection on which bytes go out as they are: HTTP clients refuse to send most of what is wrong. */
export function openRaw(port: number): { socket: Socket; received: Promise<Buffer> } {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // A server that has responded may cut the rest of a request off.
  socket.on('error', () => {})
  const received = new Promise<Buffer>((resolve) => socket.once('close', () => resolve(Buffer.concat(chunks))))
  return { socket, received }
}

/** Sends a whole request that asks for the connection to be closed, and reads the response; undefined if there is none. */
export async function sendRaw(port: number, request: string | Buffer): Promise<RawResponse | undefined> {
  const { socket, received } = openRaw(port)
  socket.write(request)
  return readResponse(await received)
}

/** The last response in the received text: `100 Continue` may come before it. */
export function readResponse(received: Buffer): RawResponse | undefined {
  const text = received.toString('utf8').replace(/^(?:HTTP\/1\.1 1\d\d .*?\r\n\r\n)+/s, '')
  const parts = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(text)
  if (!parts) return undefined
  const [, status, head = '', body = ''] = parts
  const headers = head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(status), headers: Object.fromEntries(headers), body }
}
