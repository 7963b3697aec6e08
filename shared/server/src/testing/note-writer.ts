import { writeSync } from 'node:fs'
import { openDatabase } from '../db/database'
import { notes, notesOptions } from './notes'

// Started by the tests, to be killed: writes notes in an endless loop and prints each number once it is acknowledged.
const [folder = '', from = '1'] = process.argv.slice(2)
const { db } = await openDatabase({ ...notesOptions, folder })
let next = Number(from)
writeSync(1, 'ready\n')
async function write(): Promise<never> {
  for (;;) {
    const id = next++
    await db.insert(notes).values({ id, text: 'x'.repeat(400) })
    writeSync(1, `${id}\n`)
  }
}
await Promise.all([write(), write(), write(), write()])
