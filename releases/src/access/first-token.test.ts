import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@marram/server/testing/engines'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openReleases } from '../database'
import { token } from '../schema'
import { ensureFirstToken } from './first-token'
import { findCaller } from './tokens'

describe.each(engines)('the administrator token, database $name', (engine) => {
  let database: Awaited<ReturnType<typeof engine.create>>
  let opened: Awaited<ReturnType<typeof openReleases>>
  let folder: string
  const path = () => join(folder, 'releases', 'token')
  const raw = () => readFileSync(path(), 'utf8').trim()
  const callerOf = (secret: string) => findCaller(opened.db, `Bearer ${secret}`)

  beforeAll(async () => {
    database = await engine.create()
    opened = await openReleases(database.location)
  })
  beforeEach(async () => {
    await opened.db.delete(token)
    folder = mkdtempSync(join(tmpdir(), 'marram-token-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  afterAll(async () => {
    await opened?.close()
    await database?.drop()
  })

  it('is created once, readable only for its owner', async () => {
    expect(await ensureFirstToken(opened.db, path(), false)).toBe('created')
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'releases'))).toEqual(['token'])
    expect(await callerOf(raw())).toMatchObject({ role: 'admin', part: null, environment: null })
    const first = raw()
    expect(await ensureFirstToken(opened.db, path(), false)).toBe('found')
    expect(raw()).toBe(first)
  })

  it('is reported as missing when the file is lost, and created anew on demand, which revokes the lost one', async () => {
    await ensureFirstToken(opened.db, path(), false)
    const lost = raw()
    rmSync(path())
    expect(await ensureFirstToken(opened.db, path(), false)).toBe('not here')
    expect(await ensureFirstToken(opened.db, path(), true)).toBe('created')
    expect(await callerOf(raw())).toMatchObject({ role: 'admin' })
    expect(await callerOf(lost)).toBeUndefined()
  })

  it('is restored from a file that a killed first start left', async () => {
    await ensureFirstToken(opened.db, path(), false)
    const left = raw()
    const other = await engine.create()
    const another = await openReleases(other.location)
    chmodSync(path(), 0o600)
    expect(await ensureFirstToken(another.db, path(), false)).toBe('created')
    expect(raw()).toBe(left)
    await another.close()
    await other.drop()
  })

  it('is one, even when two registries start at once', async () => {
    const second = join(folder, 'second', 'token')
    const done = await Promise.all([
      ensureFirstToken(opened.db, path(), false),
      ensureFirstToken(opened.db, second, false),
    ])
    expect(done.sort()).toEqual(['created', 'not here'])
    expect(await opened.db.query.token.findMany()).toHaveLength(1)
  })

  it('is the one that was chosen, in no file, until another one is chosen', async () => {
    const [chosen, another] = ['chosen', 'another'].map((word) => word.repeat(8)) as [string, string]
    expect(await ensureFirstToken(opened.db, path(), false, chosen)).toBe('created')
    expect(readdirSync(folder)).toEqual([])
    expect(await callerOf(chosen)).toMatchObject({ name: 'administrator', role: 'admin' })
    expect(await ensureFirstToken(opened.db, path(), false, chosen)).toBe('found')
    expect(await ensureFirstToken(opened.db, path(), false, another)).toBe('created')
    expect([await callerOf(chosen), await callerOf(another)]).toMatchObject([undefined, { role: 'admin' }])
    // A registry that still has the former one.
    expect(await ensureFirstToken(opened.db, path(), false, chosen)).toBe('not here')
    expect([await callerOf(chosen), await callerOf(another)]).toMatchObject([undefined, { role: 'admin' }])
  })

  it('does not overwrite a file with other content', async () => {
    await ensureFirstToken(opened.db, path(), false)
    writeFileSync(path(), 'something else\n')
    expect(await ensureFirstToken(opened.db, path(), false)).toBe('not here')
  })
})
