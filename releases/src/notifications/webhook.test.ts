import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webhookTarget } from '../testing/webhook-target'
import { isInternal } from './internal-addresses'
import { shownTarget } from './targets'
import { InternalAddress, newSecret, postWebhook, signatureOf } from './webhook'

let target: Awaited<ReturnType<typeof webhookTarget>>
beforeAll(async () => {
  target = await webhookTarget()
})
afterAll(() => target.close())

const post = (url: string, allowsInternal = false) =>
  postWebhook({ url, secret: newSecret(), id: 'x', body: '{}', allowsInternal, signal: AbortSignal.timeout(5000) })

it('signs as Standard Webhooks does', () => {
  // From the tests of its library for JavaScript.
  const signed = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  }
  expect(signatureOf(signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(signatureOf({ ...signed, timestamp: 1614265331 })).not.toBe(signatureOf(signed))
  expect(newSecret()).toMatch(/^whsec_[\w+/]{43}=$/)
})

it('knows the addresses that are not of the public internet', () => {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  for (const address of [
    ...['127.0.0.1', '127.9.9.9', '10.0.0.8', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
    ],
    ...['64:ff9b::7f00:1', '2002:7f00:1::'],
    ...own,
  ])
    expect(isInternal(address), address).toBe(true)
  for (const address of ['93.184.216.34', '1.1.1.1', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:1.1.1.1'])
    expect(isInternal(address), address).toBe(false)
})

it('connects to no internal address, by whatever name', async () => {
  const { port } = new URL(target.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'])
    await expect(post(`http://${host}:${port}/`), host).rejects.toThrow(InternalAddress)
  expect(target.received).toEqual([])
  expect(await post(`http://localhost:${port}/`, true)).toBe(204)
  expect(target.received.length).toBe(1)
})

it('follows no redirect, and reads no body', async () => {
  target.received.length = 0
  target.respond = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
  expect(await post(target.url, true)).toBe(307)
  expect(target.received.map(({ path }) => path)).toEqual(['/'])
  let isClosed: Promise<void> | undefined
  let written = 0
  target.respond = (response) => {
    isClosed = new Promise((resolve) => response.on('close', resolve))
    response.writeHead(200)
    const endless = setInterval(() => {
      response.write(Buffer.alloc(65_536))
      written += 65_536
    }, 1)
    response.on('close', () => clearInterval(endless))
  }
  expect(await post(target.url, true)).toBe(200)
  await isClosed
  expect(written).toBeLessThan(10_000_000)
})

it('shows nothing of an address that is a secret', () => {
  expect(shownTarget('https://hooks.example/services/T0/B0/abcdefgh1234')).toBe('https://hooks.example/…1234')
  expect(shownTarget('https://hooks.example/?t=1')).toBe('https://hooks.example/…')
  expect(shownTarget('https://hooks.example/')).toBe('https://hooks.example')
  expect(shownTarget('berta@example.org')).toBe('b…@example.org')
})
