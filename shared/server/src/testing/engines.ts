import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type TestDatabase = {
  /** What `openDatabase` wants; `url` only for the server engine. */
  location: { url?: string; folder: string }
  /** Drops the database and its folder; close what was opened on it first. */
  drop(): Promise<void>
}

/** A closed database that others begin as: `pg` in its folder, or a database of the server. */
export type Template = { folder: string; database?: string | undefined }
type Wishes = {
  /** An empty database unless set. */
  template?: Template | undefined
  /** For tests of what is left after a kill: syncs the disk as on a site. Others need not wait for it. */
  durable?: boolean
}

export type TestEngine = { name: 'embedded' | 'server'; create(wishes?: Wishes): Promise<TestDatabase> }

const embedded: TestEngine = {
  name: 'embedded',
  async create({ template = emptyTemplate(), durable = false } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'marram-database-'))
    if (template) {
      cpSync(join(template.folder, 'pg'), join(folder, 'pg'), { recursive: true })
      appendFileSync(join(folder, 'pg/postgresql.conf'), `\nfsync = ${durable ? 'on' : 'off'}\n`)
    }
    return { location: { folder }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
  },
}

function emptyTemplate(): Template | undefined {
  const folder = process.env.TEST_DATABASE_TEMPLATE
  return folder ? { folder } : undefined
}

const server = (root: string): TestEngine => ({
  name: 'server',
  async create({ template } = {}) {
    const name = `test_${randomBytes(6).toString('hex')}`
    await runOn(root, `create database ${name}${template?.database ? ` template ${template.database}` : ''}`)
    const url = new URL(root)
    url.pathname = `/${name}`
    const folder = mkdtempSync(join(tmpdir(), 'marram-database-'))
    return {
      location: { url: url.href, folder },
      async drop() {
        await runOn(root, `drop database ${name} with (force)`)
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
})

async function runOn(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const url = process.env.TEST_DATABASE_URL
if (!url) {
  const reason = process.env.TEST_DATABASE_MISSING ?? 'TEST_DATABASE_URL is not set'
  process.stderr.write(`Tests on a PostgreSQL server are left out: ${reason}\n`)
}

/** For tests whose subject is the engine: the embedded one, and a server where one can be had. */
export const allEngines: readonly TestEngine[] = url ? [embedded, server(url)] : [embedded]

/**
 * For `describe.each(engines)`: in `npm test` one, the server where it can be had, on which tests take two thirds of
 * the time. `npm run verify` runs them on all, by TEST_ENGINES.
 */
export const engines = process.env.TEST_ENGINES === 'all' ? allEngines : allEngines.slice(-1)
