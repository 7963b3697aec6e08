import path from 'node:path'
import { withStarted } from '@marram/rendering/processes'
import type { OpenMessage } from '@marram/rendering/render-messages'
import { RenderWorker } from '@marram/rendering/render-worker'
import { noApi } from './fake-releases'

// Started by a test, to be killed while its render process spins. Prints the id of the process that renders first.
const message = JSON.parse(process.argv[2] as string) as OpenMessage
const worker = new RenderWorker({
  memoryMb: 64,
  folder: path.dirname(message.shell.file),
  callApi: noApi,
  onReport: () => {},
})
await worker.ask({ kind: 'open', open: message }, 10_000)
process.stdout.write(`${withStarted(worker.pid as number).at(-1)}\n`)
await worker.ask(
  { kind: 'render', composition: message.composition.id, url: 'http://edge.invalid/spins', pattern: '/' },
  60_000,
)
