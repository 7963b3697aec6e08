import net from 'node:net'
import { UsageError } from './workspace'

/** Listens for a moment: rejects with words for a person when the port cannot be had. Returns the port, chosen by the system for 0. */
export function tryPort(port: number, bind: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new UsageError(
            `Port ${port} is already in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
          ),
        )
      else if (error.code === 'EACCES')
        reject(new UsageError(`Port ${port} may not be used by this user. Choose another: PORT=3000 npm start`))
      else reject(error)
    })
    server.listen(port, bind, () => {
      const { port: got } = server.address() as net.AddressInfo
      server.close(() => resolve(got))
    })
  })
}
