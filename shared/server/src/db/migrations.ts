import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { DatabaseIsNewer } from './database-faults'

/** Folder of a service's migrations, and the PostgreSQL schema that lists those that were applied. */
export type Migrations = { folder: string; schema: string }
type Migration = { tag: string; when: number }
/** A database or a connection of either engine. */
type Executes = { execute(statement: SQL): PromiseLike<unknown> }

function known(folder: string): { all: Migration[]; newest: Migration } {
  const journal = join(folder, 'meta/_journal.json')
  const all = (JSON.parse(readFileSync(journal, 'utf8')) as { entries: Migration[] }).entries
  return { all, newest: all.at(-1) as Migration }
}

/** The first migration whose services run on the newest schema too: `oldest` of runs-on.json, else the newest itself. */
function oldestOf(folder: string): Migration {
  const { all, newest } = known(folder)
  const file = join(folder, 'runs-on.json')
  if (!existsSync(file)) return newest
  const { oldest } = JSON.parse(readFileSync(file, 'utf8')) as { oldest: string }
  const found = all.find(({ tag }) => tag === oldest)
  if (!found) throw new Error(`${file}: there is no migration ${oldest}`)
  return found
}

const rowsOf = async <Row>(db: Executes, statement: SQL): Promise<Row[]> =>
  ((await db.execute(statement)) as { rows: Row[] }).rows

async function exists(db: Executes, schema: string, table: string): Promise<boolean> {
  const statement = sql`select to_regclass(${`${schema}.${table}`}) is not null as found`
  return (await rowsOf<{ found: boolean }>(db, statement))[0]?.found === true
}

/** The first migration that is to be applied to a database that has others. Throws `DatabaseIsNewer`. */
export async function pendingMigration(db: Executes, { folder, schema }: Migrations): Promise<string | undefined> {
  const { all, newest } = known(folder)
  if (await exists(db, schema, 'runs_on')) {
    const [needed] = await rowsOf<Migration>(db, sql`select tag, "when" from ${sql.identifier(schema)}.runs_on`)
    if (needed && Number(needed.when) > newest.when) throw new DatabaseIsNewer(needed.tag, newest.tag)
  }
  if (!(await exists(db, schema, 'migrations'))) return undefined
  const newestApplied = sql`select max(created_at) as last from ${sql.identifier(schema)}.migrations`
  const last = Number((await rowsOf<{ last: unknown }>(db, newestApplied))[0]?.last ?? 0)
  return last === 0 ? undefined : all.find(({ when }) => when > last)?.tag
}

/** Stores which versions of the service the migrated schema needs. Earlier ones are refused from now on. */
export async function storeRange(db: Executes, { folder, schema }: Migrations): Promise<void> {
  const { tag, when } = oldestOf(folder)
  const table = sql`${sql.identifier(schema)}.runs_on`
  await db.execute(
    sql`create table if not exists ${table} (id int primary key check (id = 1), tag text not null, "when" bigint not null)`,
  )
  await db.execute(
    sql`insert into ${table} (id, tag, "when") values (1, ${tag}, ${when}) on conflict (id) do update set tag = excluded.tag, "when" = excluded."when" where ${table}."when" < excluded."when"`,
  )
}
