import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReleases } from '../database'
import { token } from '../schema'
import { ensureEdgeToken } from './first-token'
import { findCaller } from './tokens'

describe.each(engines)('the token of the edge, database $name', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-edge-token-'))
  const path = join(folder, 'releases', 'edge-token')
  const raw = () => readFileSync(path, 'utf8').trim()
  let database: Awaited<ReturnType<typeof engine.create>>
  let opened: Awaited<ReturnType<typeof openReleases>>
  beforeAll(async () => {
    database = await engine.create()
    opened = await openReleases(database.location)
  })
  afterAll(async () => {
    await opened?.close()
    await database?.drop()
    rmSync(folder, { recursive: true })
  })
  const caller = () => findCaller(opened.db, `Bearer ${raw()}`)

  it('is valid for edges of any environment, created once and readable only for its owner', async () => {
    await ensureEdgeToken(opened.db, path)
    expect(await caller()).toMatchObject({ name: 'edge', role: 'edge', environment: null })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const first = raw()
    await ensureEdgeToken(opened.db, path)
    expect([raw(), await opened.db.$count(token)]).toEqual([first, 1])
  })

  it('stays revoked, and is created anew when its file was removed', async () => {
    await opened.db.update(token).set({ expiresAt: new Date(0) })
    await ensureEdgeToken(opened.db, path)
    expect(await caller()).toBeUndefined()
    rmSync(path)
    await ensureEdgeToken(opened.db, path)
    expect(await caller()).toMatchObject({ role: 'edge' })
  })
  it('is the one that was chosen, of its environment alone, and in no file', async () => {
    const given = { token: 'chosen'.repeat(8), environment: 'staging' }
    const elsewhere = join(folder, 'elsewhere', 'edge-token')
    await ensureEdgeToken(opened.db, elsewhere, given)
    await ensureEdgeToken(opened.db, elsewhere, given)
    expect(existsSync(elsewhere)).toBe(false)
    const chosen = () => findCaller(opened.db, `Bearer ${given.token}`)
    expect(await chosen()).toMatchObject({ role: 'edge', environment: 'staging' })
    await opened.db.update(token).set({ expiresAt: new Date(0) })
    await ensureEdgeToken(opened.db, elsewhere, given)
    expect(await chosen()).toBeUndefined()
  })
})
