import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type TestDatabase = {
  /** What `openDatabase` wants; `url` only for the server engine. */
  location: { url?: string; folder: string }
  /** Drops the database and its folder; close what was opened on it first. */
  drop(): Promise<void>
}

export type TestEngine = { name: 'embedded' | 'server'; create(): Promise<TestDatabase> }

const embedded: TestEngine = {
  name: 'embedded',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'marram-database-'))
    const template = process.env.TEST_DATABASE_TEMPLATE
    if (template) cpSync(template, join(folder, 'pg'), { recursive: true })
    return { location: { folder }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
  },
}

const server = (root: string): TestEngine => ({
  name: 'server',
  async create() {
    const name = `test_${randomBytes(6).toString('hex')}`
    await runOn(root, `create database ${name}`)
    const url = new URL(root)
    url.pathname = `/${name}`
    const aside = await embedded.create()
    return {
      location: { url: url.href, folder: aside.location.folder },
      async drop() {
        await runOn(root, `drop database ${name} with (force)`)
        await aside.drop()
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

/** For `describe.each(engines)`: the embedded engine, and a server where one can be had. */
export const engines: readonly TestEngine[] = url ? [embedded, server(url)] : [embedded]
