import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as soon } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { allEngines } from '../testing/engines'
import { notes, notesOptions } from '../testing/notes'
import { openDatabase } from './database'
import { answerCopies, askForCopy } from './database-copies'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marram-copies-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a database that is open is copied with all that was acknowledged, while more is written', async () => {
  const place = await allEngines[0]?.create()
  if (place === undefined) throw new Error('there is no embedded engine')
  const { db, close } = await openDatabase({ ...notesOptions, ...place.location })
  try {
    await db.insert(notes).values({ id: 1, text: 'acknowledged' })
    let isCopied = false
    const writing = (async () => {
      // The engine answers without giving way to timers.
      for (let id = 2; !isCopied; id += 1, await soon()) await db.insert(notes).values({ id, text: 'later' })
    })()
    const copy = await askForCopy(place.location.folder)
    isCopied = true
    await writing
    expect(readdirSync(place.location.folder).filter((name) => /^(copy-|pg\.part)/.test(name))).toEqual([])
    renameSync(copy, join(folder, 'pg'))
    const copied = await openDatabase({ ...notesOptions, folder })
    const rows = await copied.db.select().from(notes)
    await copied.close()
    expect(rows).toContainEqual({ id: 1, text: 'acknowledged' })
    // None is missing in between.
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(rows.map((_, index) => index + 1))
  } finally {
    await close()
    await place.drop()
  }
})

it('whoever asks learns why there is no copy, and may ask again', async () => {
  const answering = answerCopies(folder, () => Promise.reject(new Error('the disk is full')))
  for (let i = 0; i < 2; i += 1) await expect(askForCopy(folder)).rejects.toThrow(/cannot be copied: the disk is full$/)
  answering.close()
  await expect(askForCopy(folder, 100)).rejects.toThrow(/made no copy/)
  expect(readdirSync(folder)).toEqual([])
})
