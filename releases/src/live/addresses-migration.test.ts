import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@marram/server/database'
import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openReleases } from '../database'
import { fakeSection, fakeShell } from '../testing/fake-release'

const migrations = join(import.meta.dirname, '../../migrations')

/** The migrations before this one. */
function migrationsBefore(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'marram-migrations-'))
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const first = journal.entries.findIndex((entry) => entry.tag.endsWith(name))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }))
  // It names a later one.
  rmSync(join(folder, 'runs-on.json'), { force: true })
  return folder
}

it.each(engines)(
  'an update of the registry keeps what is live: each part gets the addresses that it has, on $name',
  async ({ create }) => {
    const before = migrationsBefore('_addresses')
    const place = await create()
    const older = await openDatabase({
      ...{ ...place.location, schema: {}, migrations: before, migrationsSchema: 'releases' },
    })
    const releases = [
      fakeShell('1.0.0'),
      fakeSection('events', '1.0.0', { patterns: ['/events', '/events/:slug'] }),
      fakeSection('events', '1.1.0', { patterns: ['/events', '/tickets'] }),
      fakeSection('events', '1.2.0', { patterns: ['/waiting'] }),
      // Live beside it since before addresses had owners.
      fakeSection('extra', '1.0.0', { patterns: ['/events/one'] }),
      fakeSection('gone', '1.0.0', { patterns: ['/gone'] }),
    ]
    for (const { name, version, bytes } of releases)
      await older.db.execute(
        sql`insert into releases.release (part, version, manifest, integrity, published_by)
        values (${name}, ${version}, ${String(bytes)}::jsonb, 'x', 'x')`,
      )
    const live = (environment: string, part: string, candidate: string | null, traffic: number, isLive = true) =>
      older.db.execute(
        sql`insert into releases.rollout (environment, part, stable, candidate, traffic, salt, history, live)
        values (${environment}, ${part}, '1.0.0', ${candidate}, ${traffic}, 'x', '[]', ${isLive})`,
      )
    await live('production', 'shell', null, 0)
    await live('production', 'events', '1.1.0', 5)
    await live('staging', 'events', '1.2.0', 0)
    await live('production', 'extra', null, 0)
    await live('production', 'gone', null, 0, false)
    await older.close()

    const now = await openReleases(place.location)
    const rows = await now.db.query.address.findMany()
    await now.close()
    await place.drop()
    rmSync(before, { recursive: true })
    expect(rows.map(({ environment, pattern, part }) => `${environment} ${pattern} ${part}`).sort()).toEqual([
      'production /events events',
      'production /events/:slug events',
      'production /events/one extra',
      'production /tickets events',
      'staging /events events',
      'staging /events/:slug events',
    ])
  },
)

it.each(engines)(
  'an update assigns reports of edges to their environment, and keeps what was live, on $name',
  async ({ create }) => {
    const place = await create()
    const before = migrationsBefore('_word-of-edges')
    const settings = { schema: {}, migrations: before, migrationsSchema: 'releases' }
    const older = await openDatabase({ ...place.location, ...settings })
    const [live, edges] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']
    await older.db.execute(
      sql`insert into releases.composition (id, versions) values (${live}, '{"shell":"1.0.0"}'), (${edges}, '{"shell":"0.9.0"}')`,
    )
    await older.db.execute(
      sql`insert into releases.live_composition (environment, composition, partial) values ('staging', ${live}, false)`,
    )
    await older.db.execute(
      sql`insert into releases.opened (environment, composition, parts, at) values ('staging', ${edges}, '{}', now())`,
    )
    await older.close()

    const now = await openReleases(place.location)
    const [compositions, opened] = [await now.db.query.composition.findMany(), await now.db.query.opened.findMany()]
    await now.close()
    await place.drop()
    rmSync(before, { recursive: true })
    expect(compositions.map(({ id }) => id)).toEqual([live])
    expect(opened).toMatchObject([{ composition: edges, versions: { shell: '0.9.0' } }])
  },
)
