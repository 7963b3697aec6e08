import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type Postgres, startPostgres } from '../../fixtures/site/postgres'
import { freePort, root, run, startSite, temporaryFolder } from '../../fixtures/site/site'

test.describe.configure({ timeout: 150_000 })

let postgres: Postgres | string

test.beforeAll(async () => {
  postgres = await startPostgres()
})

test.afterAll(async () => {
  if (typeof postgres !== 'string') await postgres.stop()
})

test('with DATABASE_URL the whole site keeps its data on a PostgreSQL server', async () => {
  if (typeof postgres === 'string') {
    console.log(`left out: ${postgres}`)
    test.skip(true, postgres)
    return
  }
  const env = { DATABASE_URL: postgres.url, BROTLI_QUALITY: '3' }
  const data = temporaryFolder('server-data')
  const site = await startSite({ data, env })
  const sports = await fetch(`${site.url}/sports`)
  expect(sports.headers.get('x-marram-render')).toMatch(/^server/)
  const { data: listed } = (await (await fetch(`${site.url}/api/sports/open`)).json()) as { data: { title: string }[] }
  expect(await sports.text()).toContain(listed[0]?.title)
  const live = (await site.release('list')).stdout
  for (const part of ['shell', 'mfe-content', 'mfe-events', 'mfe-quiz', 'mfe-account']) expect(live).toContain(part)

  // The embedded database is empty.
  const schemas = postgres.query("select nspname from pg_namespace where nspname in ('api', 'releases') order by 1")
  expect(schemas).toEqual(['api', 'releases'])
  expect(fs.existsSync(path.join(data, 'releases/pg'))).toBe(false)
  expect(await site.stop()).toBe(0)

  const again = await startSite({ data, env })
  expect(again.output()).toContain('Releases: unchanged')
  expect(await again.stop()).toBe(0)

  // Another machine on the same database has no token, and reports where to get one.
  const elsewhere = temporaryFolder('server-data')
  const { code, stderr } = await run(process.execPath, [path.join(root, 'scripts/run.mjs'), 'start'], {
    env: { ...env, PORT: String(await freePort()), MARRAM_DATA: elsewhere },
  })
  expect(stderr).toMatch(/^The registry's database has an administrator, .* --new-token\n$/)
  expect(code).toBe(1)
  for (const folder of [data, elsewhere]) fs.rmSync(folder, { recursive: true, force: true })
})
