import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@marram/server/log'
import { createMetrics } from '@marram/server/metrics'
import { openFiles } from '@marram/server/stored-files'
import { engines } from '@marram/server/testing/engines'
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApiDatabase } from '../database/open-database'
import type { Db } from '../database/schema'
import { unfinishedUploads } from './tables'
import { openUploads, removeUnfinishedUploads, type WrittenFiles } from './uploads'

const CLIENT = '203.0.113.7'
const images = () => new Map(['portrait', 'boat'].map((label) => [label, Buffer.from(label)]))

describe.each(engines)('images of submissions ($name)', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-uploads-'))
  let place: Awaited<ReturnType<typeof engine.create>>
  let database: Awaited<ReturnType<typeof openApiDatabase>>
  let files: WrittenFiles
  beforeAll(async () => {
    place = await engine.create()
    database = await openApiDatabase(place.location)
    files = await openFiles('', join(folder, 'uploads'))
  })
  beforeEach(async () => {
    await database.db.delete(unfinishedUploads)
    rmSync(join(folder, 'uploads'), { recursive: true, force: true })
  })
  afterAll(async () => {
    await database?.close()
    await place?.drop()
    rmSync(folder, { recursive: true })
  })

  const uploadsIn = (where: WrittenFiles, db = database.db) => {
    const limits = { client: 1_000_000, all: 1_000_000 }
    const parts = { secret: 'secret', limits, disk: undefined, metrics: createMetrics() }
    return openUploads({ db, files: where, ...parts, log: createLog('api', 'silent') })
  }
  const stored = () => readdirSync(join(folder, 'uploads')).sort()
  const noted = async () => (await database.db.select().from(unfinishedUploads)).map(({ name }) => name).sort()
  const age = (days: number, names: Iterable<string>) =>
    database.db
      .update(unfinishedUploads)
      .set({ begunAt: sql`now() - make_interval(days => ${days})` })
      .where(inArray(unfinishedUploads.name, [...names]))

  it('are recorded until they are finished', async () => {
    const { names, finish } = await uploadsIn(files).store(images(), CLIENT)
    expect(stored()).toEqual([...names.values()].sort())
    expect(await noted()).toEqual(stored())
    await database.db.transaction(finish)
    expect(await noted()).toEqual([])
    expect(stored()).toHaveLength(2)
  })

  it('are readable by this user alone', async () => {
    await uploadsIn(files).store(images(), CLIENT)
    expect(statSync(join(folder, 'uploads')).mode & 0o777).toBe(0o700)
    for (const name of stored()) expect(statSync(join(folder, 'uploads', name)).mode & 0o777).toBe(0o600)
  })

  it('are removed when a submission fails', async () => {
    const { discard } = await uploadsIn(files).store(images(), CLIENT)
    await discard()
    expect(stored()).toEqual([])
    expect(await noted()).toEqual([])
  })

  it('stay when a submission succeeded but its confirmation was lost', async () => {
    const { finish, discard } = await uploadsIn(files).store(images(), CLIENT)
    await database.db.transaction(finish)
    await discard()
    expect(stored()).toHaveLength(2)
  })

  it('are removed when one of them cannot be stored', async () => {
    let puts = 0
    const full: WrittenFiles = {
      put: async (...image) => {
        if (++puts === 2) throw new Error('the disk is full')
        await files.put(...image)
      },
      delete: (name) => files.delete(name),
    }
    await expect(uploadsIn(full).store(images(), CLIENT)).rejects.toThrow('the disk is full')
    expect(puts).toBe(2)
    expect(stored()).toEqual([])
    expect(await noted()).toEqual([])
  })

  it('are not written when the database cannot record them', async () => {
    const { names } = await uploadsIn(files).store(images(), CLIENT)
    const broken = { transaction: () => Promise.reject(new Error('away')) } as unknown as Db
    await expect(uploadsIn(files, broken).store(images(), CLIENT)).rejects.toThrow('away')
    expect(stored()).toHaveLength(names.size)
  })

  it('that could not be removed are removed a day later, and no others', async () => {
    const away: WrittenFiles = { put: files.put.bind(files), delete: () => Promise.reject(new Error('away')) }
    const failed = await uploadsIn(away).store(images(), CLIENT)
    await failed.discard()
    const finished = await uploadsIn(files).store(images(), CLIENT)
    await database.db.transaction(finished.finish)
    const fresh = await uploadsIn(files).store(images(), CLIENT)
    expect(stored()).toHaveLength(6)
    expect(await removeUnfinishedUploads(database.db, files)).toBe(0)

    await age(2, failed.names.values())
    expect(await removeUnfinishedUploads(database.db, files)).toBe(2)
    expect(stored()).toEqual([...finished.names.values(), ...fresh.names.values()].sort())
    expect(await noted()).toEqual([...fresh.names.values()].sort())
  })

  it('that were recorded but never written are deleted from the record', async () => {
    await database.db.insert(unfinishedUploads).values({ name: 'never.webp' })
    await age(2, ['never.webp'])
    expect(await removeUnfinishedUploads(database.db, files)).toBe(1)
    expect(await noted()).toEqual([])
  })

  // The embedded engine has one connection, so no other one can hold a lock there.
  it.runIf(engine.name === 'server')('are not removed while a transaction that finishes them is running', async () => {
    const { finish, discard } = await uploadsIn(files).store(images(), CLIENT)
    await database.db.transaction(async (tx) => {
      await finish(tx)
      await discard()
    })
    expect(stored()).toHaveLength(2)
    expect(await noted()).toEqual([])
  })
})
