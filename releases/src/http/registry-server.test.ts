import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshRegistry } from '../testing/registry'

describe.each(engines)('a registry whose database fails ($name)', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
  })
  afterAll(() => fresh?.remove())
  const addToken = () => fresh.registry.call('POST', '/releases/tokens', { json: { name: 'ci', role: 'viewer' } })

  it('reports that the disk is full when the database has no space', async () => {
    const { db } = fresh.registry
    await db.execute(sql`create function releases.no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await db.execute(sql`create trigger no_room before insert on releases.token
      for each row execute function releases.no_room()`)
    const { status, body } = await addToken()
    expect({ status, code: body.code }).toEqual({ status: 507, code: 'disk-full' })
  })

  it('asks clients to retry when a connection ends', async () => {
    const select = vi.spyOn(fresh.registry.db, 'select').mockImplementation(() => {
      throw new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })
    })
    const { status, headers, body } = await addToken()
    select.mockRestore()
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '1' })
    expect(body.code).toBe('unavailable')
  })
})
