import net from 'node:net'
import { UsageError } from '../workspace'

/** Ports that browsers open as `localhost`, and what each is unless it is chosen. */
const OPENED: Record<string, number> = { PORT: 3000, CONSOLE_PORT: 3003, PREVIEW_PORT: 3004 }

/**
 * Listens for a moment: rejects with a readable message if the port is not available. Returns the port, chosen by the
 * system for 0. `localhost` is two addresses: another program may have the second one, and some browsers would open that.
 */
export async function tryPort(port: number, bind: string, variable: string): Promise<number> {
  const got = await listen(port, bind).catch((error: NodeJS.ErrnoException) => {
    throw inWords(error, port, bind, variable)
  })
  if (OPENED[variable] !== undefined && port !== 0 && bind === '127.0.0.1')
    await listen(port, '::1').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') throw inWords(error, port, bind, variable)
    })
  return got
}

function listen(port: number, bind: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(port, bind, () => {
      const { port: got } = server.address() as net.AddressInfo
      server.close(() => resolve(got))
    })
  })
}

function inWords(error: NodeJS.ErrnoException, port: number, bind: string, variable: string): Error {
  if (error.code === 'EADDRINUSE')
    return new UsageError(
      `Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=${port === 65_535 ? 3000 : port + 1} npm start`,
    )
  if (error.code === 'EACCES')
    return new UsageError(
      `Port ${port} may not be used by this user. Choose another: ${variable}=${OPENED[variable] ?? 3001} npm start`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new UsageError(
      `This machine has no address ${bind}: ${/^(PREVIEW_)?PORT$/.test(variable) ? 'BIND' : 'INTERNAL_BIND'} must be one of its own, or 0.0.0.0 for all`,
    )
  return error
}
