import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '../process/log'
import { runService } from '../process/run-service'

// Started by the tests: a service that only listens, on the port of its first argument.
await runService('sample', createLog('sample', 'silent'), async () => {
  const server = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(process.argv[2]), '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
})
