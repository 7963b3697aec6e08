import { type Storm, writeStorm } from '../fixtures/api/write-storm'
import { documentOf } from '../fixtures/releases/variant'
import { type Postgres, startPostgres } from '../fixtures/site/postgres'
import { preparedData } from '../fixtures/site/prepared-data'
import { forkedByEdge, servicesOf, stillRunning } from '../fixtures/site/processes'
import { freePort, type Site, startSite } from '../fixtures/site/site'
import { expect, test } from '../fixtures/test'
import { tell } from './cell'

const ROUNDS = Number(process.env.TEST_KILL_ROUNDS || 20)
const SERVICES = ['edge', 'api', 'releases'] as const
const SOON = { timeout: 60_000 }

test.describe.configure({ timeout: 90_000 + ROUNDS * 45_000 })

/** One of the supervised services, which is restarted. */
async function killService(site: Site, name: (typeof SERVICES)[number]): Promise<void> {
  const before = servicesOf(site.data)[name] as number
  process.kill(before, 'SIGKILL')
  await expect(() => {
    const now = servicesOf(site.data)[name]
    expect(now).toBeDefined()
    expect(now).not.toBe(before)
  }).toPass(SOON)
}

/** All processes that the edge has forked: they are replaced, and pages are rendered again. */
async function killRenderProcesses(site: Site): Promise<void> {
  await expect.poll(() => forkedByEdge(site.data).length, SOON).toBeGreaterThan(0)
  const victims = forkedByEdge(site.data)
  for (const pid of victims) if (stillRunning([pid]).length > 0) process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => forkedByEdge(site.data).filter((pid) => !victims.includes(pid)).length, SOON)
    .toBeGreaterThan(0)
  // No page of this address is cached yet.
  const rendered = async () => (await documentOf(site, `/search?q=storm${Date.now()}`)).outcome
  await expect.poll(rendered, SOON).toMatch(/^server/)
}

async function killAll(env: Record<string, string>, postgres?: Postgres): Promise<void> {
  const given = {
    // An external database contains none of the prepared data.
    ...(!postgres && { data: await preparedData('start') }),
    port: await freePort(),
    env: { ...env, RELEASES_PORT: String(await freePort()), API_RATE_LIMIT: '1000000' },
  }
  let site = await startSite(given)
  const again = { ...given, data: site.data }
  let storm: Storm | undefined
  try {
    const writes = await writeStorm(site)
    storm = writes
    const victims: (() => Promise<void>)[] = [
      ...SERVICES.map((name) => () => killService(site, name)),
      () => killRenderProcesses(site),
      async () => {
        site.signal('SIGKILL')
        await site.ended
        site = await startSite(again)
        await writes.goesOn()
        await writes.expectKept()
      },
    ]
    if (postgres)
      victims.push(async () => {
        await postgres.crash()
        await postgres.recover()
      })
    for (let round = 0; round < ROUNDS; round++) {
      await writes.goesOn()
      // At a random moment of the writes.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      await victims[round % victims.length]?.()
    }
    await writes.goesOn()
    await writes.stop()
    await writes.expectKept()
    expect(writes.unexpected).toEqual([])
    tell(`${writes.acknowledged.length} acknowledged, none lost`)
  } finally {
    await storm?.stop()
    await site.stop()
  }
}

const name = 'kill -9 of every process in turns'
const promise = `${ROUNDS} rounds: nothing that visitors were told is done is lost`

test(`${name}, on the embedded database, ${promise}`, () => killAll({}))

test(`${name}, on a PostgreSQL server, ${promise}`, async () => {
  const postgres = await startPostgres()
  if (typeof postgres === 'string') {
    test.skip(true, postgres)
    return
  }
  try {
    await killAll({ DATABASE_URL: postgres.url }, postgres)
  } finally {
    await postgres.stop()
  }
})
