import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { runServer } from '../process/run-service'

const MARRAM_DATA = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-sample-'))

// Started by the tests: a service that only listens, on the port of its first argument.
await runServer('sample', { MARRAM_DATA, METRICS_PORT: 0, INTERNAL_BIND: '127.0.0.1' }, async () => {
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
