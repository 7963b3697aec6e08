import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RegistryAccess, RegistryError, registryClient } from './registry-client'

type Asked = { method: string; url: string; headers: Record<string, unknown>; body: string }

const asked: Asked[] = []
let responses: [status: number, body: string][] = []
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
  const [status, text] = responses.shift() ?? [500, '{}']
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
})
let url = ''
beforeAll(
  () =>
    new Promise<void>((done) =>
      server.listen(0, '127.0.0.1', () => {
        url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        done()
      }),
    ),
)
afterEach(() => {
  asked.length = 0
  responses = []
})
afterAll(() => void server.close())

const client = (access: Partial<RegistryAccess> = {}) => registryClient({ url, ...access })
const events = { environment: 'production', part: 'events' }

describe('the client of the registry', () => {
  it('sends path, query, body, token and headers of a call', async () => {
    responses = [
      [200, '{}'],
      [200, '{}'],
    ]
    const registry = client({ token: 'secret', headers: { 'x-marram-console': '1' } })
    await registry.promote({ ...events, version: '1.0.0' })
    await registry.listEvents({ part: 'events', limit: 5 })
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/releases/environments/production/parts/events/promote',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json', 'x-marram-console': '1' },
        body: '{"version":"1.0.0"}',
      },
      { method: 'GET', url: '/releases/events?part=events&limit=5', body: '' },
    ])
  })

  it('sends bytes unchanged', async () => {
    responses = [[204, '']]
    const bytes = new TextEncoder().encode('{"a": 1}')
    expect(await client().sendFile({ part: 'events', version: '1.0.0', '*': 'js/a.js', bytes })).toBeNull()
    expect(asked).toMatchObject([
      { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: '{"a": 1}' },
    ])
  })

  it('repeats calls that may be repeated', async () => {
    responses = [
      [503, '{}'],
      [200, '{"parts": []}'],
    ]
    expect(await client().listParts()).toEqual({ parts: [] })
    responses = [[503, '{"code": "unavailable", "message": "Soon."}']]
    await expect(client().rollback(events)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Soon.',
      status: 503,
    })
    expect(asked).toHaveLength(3)
  })

  it('throws the registry’s refusal, with all details', async () => {
    responses = [[409, '{"code": "conflict", "message": "Somebody was faster.", "revision": 4}']]
    const failure = await client()
      .promote({ ...events, revision: 3 })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RegistryError)
    expect(failure).toMatchObject({ code: 'conflict', message: 'Somebody was faster.', body: { revision: 4 } })
  })

  it('checks the shape of a response on request, and drops undeclared fields', async () => {
    const part = { part: 'events', kind: 'section', title: 'Events', latest: '1.0.0', versions: 1, live: {} }
    const more = JSON.stringify({ parts: [{ ...part, colour: 'red' }] })
    responses = [
      [200, more],
      [200, more],
      [200, '{"parts": 3}'],
    ]
    expect(await client().listParts()).toEqual(JSON.parse(more))
    expect(await client({ checked: true }).listParts()).toEqual({ parts: [part] })
    await expect(client({ checked: true }).listParts()).rejects.toMatchObject({ code: 'unreadable' })
  })

  it('names the address when there is no registry', async () => {
    const nowhere = registryClient({ url: 'http://127.0.0.1:1', attempts: 1 })
    await expect(nowhere.listParts()).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('http://127.0.0.1:1'),
    })
    responses = [[200, '<html>']]
    await expect(client().listParts()).rejects.toMatchObject({ code: 'unreachable' })
  })
})
