import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { allEngines } from '../testing/engines'
import { notes, notesOptions } from '../testing/notes'
import { openDatabase } from './database'

const embedded = allEngines.find(({ name }) => name === 'embedded') as (typeof allEngines)[number]
/** `npm test` runs fewer rounds. */
const ROUNDS = Number(process.env.TEST_KILL_ROUNDS || 1)
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Another process that writes notes as fast as it can; `acknowledged` counts the confirmed ones. */
function startWriter(folder: string, from: number) {
  const file = join(import.meta.dirname, '../../dist/note-writer.mjs')
  const child = spawn(process.execPath, [file, folder, String(from)], { stdio: 'pipe' })
  children.push(child)
  const acknowledged: number[] = []
  let errors = ''
  let rest = ''
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  child.stderr.on('data', (text) => (errors += text))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) line === 'ready' ? resolve() : acknowledged.push(Number(line))
    })
    void closed.then(() => reject(new Error(errors)))
  })
  return { child, ready, closed, acknowledged }
}

describe('the embedded database', () => {
  it('syncs the disk for every insert and never for a read', async () => {
    const place = await embedded.create({ durable: true })
    const { db, syncs, close } = await openDatabase({ ...notesOptions, ...place.location })
    for (let id = 1; id <= 20; id++) {
      const before = syncs()
      await db.insert(notes).values({ id, text: 'x' })
      expect(syncs()).toBeGreaterThan(before)
    }
    const before = syncs()
    for (let id = 1; id <= 20; id++) await db.select().from(notes)
    expect(syncs()).toBe(before)
    await close()
    await place.drop()
  })

  it(
    `loses nothing that was acknowledged when its process is killed, ${ROUNDS} times`,
    async () => {
      const place = await embedded.create({ durable: true })
      const { folder } = place.location
      const promised = new Set<number>()
      for (let round = 0; round < ROUNDS; round++) {
        const writer = startWriter(folder, round * 100_000 + 1)
        await writer.ready
        await vi.waitFor(() => expect(writer.acknowledged.length).toBeGreaterThan(0), { timeout: 20_000 })
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 700))
        writer.child.kill('SIGKILL')
        await writer.closed
        for (const id of writer.acknowledged) promised.add(id)

        const { db, close } = await openDatabase({ ...notesOptions, folder })
        const kept = new Set((await db.select({ id: notes.id }).from(notes)).map(({ id }) => id))
        await close()
        expect([...promised].filter((id) => !kept.has(id))).toEqual([])
      }
      await place.drop()
    },
    ROUNDS * 60_000,
  )

  it('refuses a second process, names the first, and is free again after kill -9', async () => {
    const place = await embedded.create()
    const { folder } = place.location
    const first = startWriter(folder, 1)
    await first.ready
    const second = startWriter(folder, 1_000_000)
    await expect(second.ready).rejects.toThrow(
      `${folder} is already used by another Marram process (pid ${first.child.pid})`,
    )
    await expect(openDatabase({ ...notesOptions, folder })).rejects.toThrow('already used by another Marram process')
    first.child.kill('SIGKILL')
    await first.closed
    const { close } = await openDatabase({ ...notesOptions, folder })
    await close()
    await place.drop()
  })

  it('refuses a second opener in the same process', async () => {
    const place = await embedded.create()
    const first = await openDatabase({ ...notesOptions, ...place.location })
    await expect(openDatabase({ ...notesOptions, ...place.location })).rejects.toThrow(`(pid ${process.pid})`)
    await first.close()
    await place.drop()
  })

  it('starts over when its first start was killed halfway', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marram-database-'))
    const writer = startWriter(folder, 1)
    writer.ready.catch(() => {})
    await vi.waitFor(() => expect(existsSync(join(folder, 'pg.new'))).toBe(true), { timeout: 20_000, interval: 5 })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
    writer.child.kill('SIGKILL')
    await writer.closed
    const { db, close } = await openDatabase({ ...notesOptions, folder })
    expect(await db.$count(notes)).toBeGreaterThanOrEqual(0)
    await close()
    rmSync(folder, { recursive: true })
  })
})
