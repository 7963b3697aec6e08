import { afterEach, describe, expect, it, vi } from 'vitest'
import * as processes from './processes'
import { RenderWorker } from './render-worker'

vi.mock(import('./processes'), async (original) => ({ ...(await original()), renderCommand: vi.fn() }))

let worker: RenderWorker
/** A process that sends the edge what no real render process would. */
function start(text: string): RenderWorker {
  const code = `const edge = new (require('node:net').Socket)({ fd: 3 })
edge.once('data', () => edge.write(${JSON.stringify(text)}))`
  vi.mocked(processes.renderCommand).mockReturnValue({
    program: process.execPath,
    args: ['-e', code],
    options: { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  })
  const callApi = () => Promise.reject(new Error('no page asked for it'))
  worker = new RenderWorker({ memoryMb: 64, folder: '', callApi, onReport: () => {} })
  return worker
}
afterEach(() => worker.kill())

describe('a render process', () => {
  it.each([
    ['no JSON', '{broken\n'],
    ['no message', 'null\n'],
    ['nothing that was asked for', '{"ok":true}\n'],
    ['a call without an address', '{"call":1,"n":1}\n'],
  ])('that writes %s is ended, and no other', async (_, text) => {
    await expect(start(text).ask({ kind: 'ping' }, 5000)).rejects.toThrow(/JSON|it sent an invalid message/)
    expect(worker.alive).toBe(false)
  })

  it('is ignored when it responds without a request, or calls the API without a page', async () => {
    const texts = ['{"n":999,"ok":1}', '{"call":1,"n":999,"url":"http://api.invalid/api/"}', '{"n":1,"ok":"pong"}']
    expect(await start(`${texts.join('\n')}\n`).ask({ kind: 'ping' }, 5000)).toBe('pong')
    expect(worker.alive).toBe(true)
  })
})
