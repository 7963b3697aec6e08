import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allEngines, type TestDatabase } from '../testing/engines'
import { notesOptions } from '../testing/notes'
import { openDatabase } from './database'

describe.each(allEngines)('a database that several versions of a service migrate, $name', (engine) => {
  let place: TestDatabase
  let work: string
  beforeEach(async () => {
    place = await engine.create()
    work = mkdtempSync(join(tmpdir(), 'marram-migrations-'))
  })
  afterEach(async () => {
    await place.drop()
    rmSync(work, { recursive: true })
  })

  const statements = [
    undefined,
    'alter table notes.notes add column colour text',
    'alter table notes.notes drop column colour',
  ]
  const tags = ['0000_notes', '0001_colour', '0002_no-colour']

  /** The migrations of a version that has so many. */
  function version(count: number, oldest?: string): string {
    const folder = join(work, `${count}${oldest ?? ''}`)
    cpSync(notesOptions.migrations, folder, { recursive: true })
    const entries = tags
      .slice(0, count)
      .map((tag, idx) => ({ idx, version: '7', when: 1794787200000 + idx, tag, breakpoints: true }))
    for (const [i, tag] of tags.slice(0, count).entries()) {
      const text = statements[i]
      if (text) writeFileSync(join(folder, `${tag}.sql`), text)
    }
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
    if (oldest) writeFileSync(join(folder, 'runs-on.json'), JSON.stringify({ oldest }))
    return folder
  }
  const start = async (migrations: string) => {
    const database = await openDatabase({ ...notesOptions, ...place.location, migrations })
    await database.db.execute(sql`insert into notes.notes (id, text) values (floor(random() * 1e9)::int, 'kept')`)
    const { rows } = await database.db.execute(sql`select count(*)::int as n from notes.notes`)
    await database.close()
    return (rows as { n: number }[])[0]?.n
  }

  it('lets an earlier version start where the later one says that it can', async () => {
    expect(await start(version(1))).toBe(1)
    expect(await start(version(2, '0000_notes'))).toBe(2)
    expect(await start(version(1))).toBe(3)
    expect(await start(version(2, '0000_notes'))).toBe(4)
  })

  it('refuses an earlier version that cannot work with it, in one line that says what to do', async () => {
    await start(version(2, '0000_notes'))
    await start(version(3, '0001_colour'))
    await expect(start(version(1))).rejects.toThrow(
      'the database is that of a later version: it needs migration 0001_colour, and this version ends with 0000_notes. Start the later version, or restore a backup from before it',
    )
    expect(await start(version(2, '0000_notes'))).toBe(3)
    // Without a word about earlier versions none is let in.
    await start(version(3))
    await expect(start(version(2, '0000_notes'))).rejects.toMatchObject({ name: 'DatabaseIsNewer' })
  })

  it.runIf(engine.name === 'embedded')('keeps a copy of what was there before it is migrated', async () => {
    const copies = () => readdirSync(place.location.folder).filter((name) => name.startsWith('pg.'))
    await start(version(1))
    await start(version(1))
    expect(copies()).toEqual([])
    await start(version(3))
    expect(copies()).toEqual(['pg.before-0001_colour'])
    // The copy opens as the earlier version left it.
    const folder = join(work, 'restored')
    cpSync(join(place.location.folder, 'pg.before-0001_colour'), join(folder, 'pg'), { recursive: true })
    const restored = await openDatabase({ ...notesOptions, folder, migrations: version(1) })
    const { rows } = await restored.db.execute(sql`select count(*)::int as n from notes.notes`)
    await restored.close()
    // What visitors have had deleted is not kept for ever.
    const copy = join(place.location.folder, 'pg.before-0001_colour')
    utimesSync(copy, new Date(), new Date(Date.now() - 8 * 86_400_000))
    await start(version(3))
    expect(copies()).toEqual([])
    expect([rows, existsSync(join(folder, 'pg/PG_VERSION'))]).toEqual([[{ n: 2 }], true])
  })
})
