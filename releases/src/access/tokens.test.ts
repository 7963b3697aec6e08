import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshRegistry, type TestRegistry } from '../testing/registry'

describe.each(engines)('tokens of people and pipelines, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
  })
  afterAll(() => fresh.remove())
  const create = (json: unknown) => registry.call('POST', '/releases/tokens', { json })
  const revoke = (name: string) => registry.call('POST', `/releases/tokens/${encodeURIComponent(name)}/revoke`)
  const list = async () => (await registry.call('GET', '/releases/tokens')).body.tokens as Record<string, unknown>[]
  const works = async (token: string) => (await registry.call('GET', '/releases/parts', { token })).status === 200

  it('are shown once, work, are listed without their secret, and end when they are revoked', async () => {
    const made = await create({ name: 'Events team', role: 'publisher', part: 'events' })
    expect(made).toMatchObject({ status: 201, body: { role: 'publisher', part: 'events', environment: null } })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const { token } = made.body as { token: string }
    expect(await works(token)).toBe(true)
    const tokens = await list()
    expect(tokens).toContainEqual(expect.objectContaining({ name: 'Events team', part: 'events', valid: true }))
    expect(JSON.stringify(tokens)).not.toContain(token)
    expect(await revoke('Events team')).toMatchObject({ status: 200, body: { revoked: 1 } })
    expect(await works(token)).toBe(false)
    expect(await revoke('Events team')).toMatchObject({ status: 404 })
    expect(await list()).toContainEqual(expect.objectContaining({ name: 'Events team', valid: false }))
    expect(await create({ name: 'Events team', role: 'publisher', part: 'events' })).toMatchObject({ status: 201 })
    const { events } = (await registry.call('GET', '/releases/events?action=token')).body
    expect(JSON.stringify(events)).not.toContain('marram_')
    expect(events).toMatchObject([
      { refused: false, to: { name: 'Events team' } },
      { refused: true, actor: 'a admin' },
      { refused: false, from: { name: 'Events team', role: 'publisher' }, to: null },
      { refused: false, to: { name: 'Events team', role: 'publisher' }, part: 'events' },
    ])
  })

  it.each([
    { role: 'publisher', part: 'events', environment: 'staging' },
    { role: 'releaser', part: 'events' },
    { role: 'releaser', part: 'events', environment: 'staging' },
    { role: 'manager', part: 'events', environment: 'staging' },
  ])('have one limit or both: %j', async (grant) => {
    const name = Object.values(grant).join(' ')
    expect(await create({ name, ...grant })).toMatchObject({ status: 201, body: grant })
    expect(await list()).toContainEqual(expect.objectContaining({ name, ...grant }))
  })

  it('expire at the set time', async () => {
    const expiresAt = new Date(Date.now() + 1500).toISOString()
    const { token } = (await create({ name: 'short', role: 'viewer', expiresAt })).body as { token: string }
    expect(await works(token)).toBe(true)
    await expect.poll(() => works(token)).toBe(false)
  })

  it('have unique names, even when two are created at once', async () => {
    const both = await Promise.all([1, 2].map(() => create({ name: 'Anna', role: 'viewer' })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it.each([
    [{ name: 'x', role: 'publisher' }],
    [{ name: 'x', role: 'publisher', environment: 'production' }],
    [{ name: 'x', role: 'releaser' }],
    [{ name: 'x', role: 'releaser', environment: 'production' }],
    [{ name: 'x', role: 'manager' }],
    [{ name: 'x', role: 'manager', part: 'events' }],
    [{ name: 'x', role: 'edge', part: 'events', environment: 'production' }],
    [{ name: 'x', role: 'viewer', part: 'events' }],
    [{ name: 'x', role: 'admin', environment: 'production' }],
    [{ name: 'x', role: 'owner' }],
    [{ name: ' x', role: 'viewer' }],
    [{ name: 'x', role: 'viewer', expiresAt: '2001-01-01T00:00:00Z' }],
  ])('are not created for %j', async (json) => {
    expect(await create(json)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  it('always leave an administrator in the registry', async () => {
    expect(await revoke('a admin')).toMatchObject({ status: 422, body: { message: expect.stringContaining('last') } })
    await create({ name: 'second', role: 'admin' })
    expect(await revoke('second')).toMatchObject({ status: 200 })
  })
})
