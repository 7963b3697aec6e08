import net from 'node:net'
import { UsageError } from './workspace'

/**
 * Listens for a moment: rejects with words for a person when the port cannot be had. Returns the port, chosen by the
 * system for 0. `localhost` is two addresses: another program on the second one would answer some visitors.
 */
export async function tryPort(port: number, bind: string): Promise<number> {
  const got = await listen(port, bind).catch((error: NodeJS.ErrnoException) => {
    throw inWords(error, port, bind)
  })
  if (port !== 0 && bind === '127.0.0.1')
    await listen(port, '::1').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') throw inWords(error, port, bind)
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

function inWords(error: NodeJS.ErrnoException, port: number, bind: string): Error {
  if (error.code === 'EADDRINUSE')
    return new UsageError(
      `Port ${port} is already in use. Stop what uses it, or choose another: PORT=${port === 65_535 ? 3000 : port + 1} npm start`,
    )
  if (error.code === 'EACCES')
    return new UsageError(`Port ${port} may not be used by this user. Choose another: PORT=3000 npm start`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new UsageError(`This machine has no address ${bind}: BIND must be one of its own, or 0.0.0.0 for all`)
  return error
}
