import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { FolderInUse } from '@marram/files/folder-lock'
import { afterEach, describe, expect, it } from 'vitest'
import { startFailure } from './run-service'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(port: number) {
  const file = join(import.meta.dirname, '../../dist/sample-service.mjs')
  const child = fork(file, [String(port)], { stdio: 'pipe' })
  children.push(child)
  let errors = ''
  child.stderr?.on('data', (text) => (errors += text))
  // Not 'close', which is not emitted once the channel was disconnected.
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const said = new Promise((resolve) => child.stderr?.once('end', resolve))
  const closed = Promise.all([exit, said]).then(([code]) => ({ code, errors }))
  return { child, closed, message: new Promise((resolve) => child.once('message', resolve)) }
}

describe('a service', () => {
  it('reports that it is ready and closes in order on SIGTERM', async () => {
    const service = start(0)
    expect(await service.message).toBe('ready')
    service.child.kill('SIGTERM')
    expect(await service.closed).toEqual({ code: 0, errors: '' })
  })

  it('ends when the process that started it goes away', async () => {
    const service = start(0)
    await service.message
    service.child.disconnect()
    expect((await service.closed).code).toBe(0)
  })

  it('reports in one line that its port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await start(port).closed).toEqual({ code: 1, errors: `sample: port ${port} is already in use\n` })
    other.close()
  })
})

describe('the message of a failed start', () => {
  it.each([
    [new FolderInUse('data/api', '7'), 'data/api is already used by another Marram process (pid 7)'],
    [Object.assign(new Error(), { code: 'EACCES', port: 80 }), 'port 80 may not be used by this user'],
    [Object.assign(new Error(), { code: 'EACCES', path: 'data' }), 'data may not be written by this user'],
    [
      new Error('query', { cause: Object.assign(new Error('db'), { code: 'ECONNREFUSED' }) }),
      'the database cannot be reached (db)',
    ],
  ])('%s', (error, text) => expect(startFailure(error)).toBe(text))
})
