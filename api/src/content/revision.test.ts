import { databaseFault } from '@marram/server/database-faults'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Db } from '../database/schema'
import { watchContentRevision } from './revision'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database in which the test answers each read of the revision. */
function slowDatabase() {
  const reads: ((revision: number) => void)[] = []
  const where = () => new Promise((resolve) => reads.push((revision) => resolve([{ revision }])))
  return { db: { select: () => ({ from: () => ({ where }) }) } as unknown as Db, reads }
}

it('does not wait for ever for a read that hangs, and reads again', async () => {
  const { db, reads } = slowDatabase()
  const revision = watchContentRevision(db, () => '2027-04-17', 'code')
  const both = [revision.current(), revision.current()].map((asked) => asked.catch(databaseFault))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await Promise.all(both)).toEqual(['away', 'away'])

  const next = revision.current()
  reads[1]?.(17)
  expect(await next).toBe('17.2027-04-17.code')

  // The late result of the first read is outdated.
  reads[0]?.(16)
  await vi.advanceTimersByTimeAsync(1)
  expect(await revision.current()).toBe('17.2027-04-17.code')
  expect(reads).toHaveLength(2)
})

it('reads it again as soon as it may have changed, and keeps the last one for the time that it cannot be read', async () => {
  const { db, reads } = slowDatabase()
  const revision = watchContentRevision(db, () => '2027-04-17', 'code')
  const first = revision.current()
  reads[0]?.(17)
  await first
  expect(revision.fresh()).toBe('17.2027-04-17.code')
  revision.expire()
  expect([revision.fresh(), revision.lastKnown()]).toEqual([undefined, '17.2027-04-17.code'])
  const second = revision.current()
  // It changes once more while it is being read.
  revision.expire()
  reads[1]?.(18)
  expect(await second).toBe('18.2027-04-17.code')
  expect(revision.fresh()).toBeUndefined()
})

it('keeps its last value for ten minutes while it cannot be read, unless this process has changed the content', async () => {
  const { db, reads } = slowDatabase()
  const revision = watchContentRevision(db, () => '2027-04-17', 'code')
  expect(revision.lastKnown()).toBeUndefined()
  const first = revision.current()
  reads[0]?.(17)
  await first
  await vi.advanceTimersByTimeAsync(599_000)
  expect(revision.lastKnown()).toBe('17.2027-04-17.code')
  await vi.advanceTimersByTimeAsync(2000)
  expect(revision.lastKnown()).toBeUndefined()
  const second = revision.current()
  reads[1]?.(17)
  await second
  revision.forget()
  expect(revision.lastKnown()).toBeUndefined()
})
