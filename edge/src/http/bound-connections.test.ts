import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { trustedProxies } from '../settings'
import { fakeLog } from '../testing/fake-log'
import { boundConnections } from './connections'

const OTHER = '127.0.0.2'
const sockets: Socket[] = []
const servers: http.Server[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

async function serve(limits: { all?: number; each?: number; proxies?: string } = {}) {
  const logged = fakeLog()
  const server = http.createServer((_, response) => void response.end('served'))
  const settings = {
    connections: limits.all ?? 100,
    connectionsOfClient: limits.each ?? 3,
    TRUST_PROXY: trustedProxies.parse(limits.proxies),
  }
  boundConnections(server, settings, logged.log)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  const { port } = server.address() as AddressInfo
  /** A connection that is kept open, and whether it got a response. */
  const ask = (localAddress = '127.0.0.1') =>
    new Promise<'served' | 'closed'>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      sockets.push(socket)
      socket.on('error', () => resolve('closed')).on('close', () => resolve('closed'))
      socket.on('data', () => resolve('served'))
      socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    })
  const askTimes = async (times: number, from?: string) => {
    const answers: string[] = []
    for (let i = 0; i < times; i += 1) answers.push(await ask(from))
    return answers.filter((answer) => answer === 'served').length
  }
  return { askTimes, logged }
}

describe('the connections of one client', () => {
  it('are limited, and free again when they end', async () => {
    const { askTimes, logged } = await serve()
    expect(await askTimes(10)).toBe(3)
    expect(logged.lines).toEqual([
      {
        level: 'warn',
        fields: { connectionsOfClient: 3 },
        message: expect.stringContaining('name it in TRUST_PROXY'),
      },
    ])
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => askTimes(1)).toBe(1)
  })

  // Other systems have only one loopback address.
  it.runIf(process.platform === 'linux')('leave room for those of others', async () => {
    const { askTimes } = await serve()
    expect(await askTimes(10)).toBe(3)
    expect(await askTimes(10, OTHER)).toBe(3)
  })

  it.each(['loopback', '127.0.0.1/32', '1'])('are not limited when the client is a proxy of %s', async (proxies) => {
    expect(await (await serve({ proxies })).askTimes(10)).toBe(10)
  })

  it('are limited to the total when that is smaller', async () => {
    const { askTimes, logged } = await serve({ all: 2 })
    expect(await askTimes(5)).toBe(2)
    expect(logged.messages()).toEqual(['too many connections: more are closed'])
  })
})
