import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { registryOf } from '../fixtures/releases/releases'
import { liveVersions } from '../fixtures/releases/variant'
import { freePort } from '../fixtures/site/site'
import { tell } from '../verify/cell'
import { type Cluster, edgeToken, startCluster } from './cluster'
import { type Asked, type Load, startLoad } from './load'
import type { Machine } from './machine'

/** How long the site has to do without a machine. */
const WITHOUT_MS = 5000
/** After two checks HAProxy knows that a machine is there again. */
const KNOWN_MS = 2000
const SOON = { timeout: 30_000 }

test.describe.configure({ mode: 'default', timeout: 180_000 })

let cluster: Cluster
let load: Load

test.beforeAll(async () => {
  test.setTimeout(300_000)
  cluster = await startCluster()
  load = await startLoad(cluster)
})

test.afterAll(async () => {
  await load?.stop()
  await cluster?.stop()
})

function expectAllPages({ pages, late, failed, slowest }: Asked): void {
  tell(`${pages} pages, ${failed.length} failed, ${late} late; the slowest, ${slowest.page}, after ${slowest.ms} ms`)
  expect(pages).toBeGreaterThan(50)
  expect(failed).toEqual([])
  expect(late).toBeLessThan(pages / 20)
}

/** As an orchestrator does it, before it goes on with the next one. */
async function replace(machine: Machine, env: Record<string, string> = {}): Promise<void> {
  const isCache = cluster.machines.cache.includes(machine)
  if (isCache) {
    await cluster.setCache(machine.name, 'drain')
    await wait(KNOWN_MS)
  }
  await machine.stop()
  await machine.start(env)
  await wait(KNOWN_MS)
  if (isCache) await cluster.setCache(machine.name, 'ready')
}

const killed = (machine: () => Machine) => async () => {
  const asked = await load.during(async () => {
    await machine().kill()
    await wait(WITHOUT_MS)
    await machine().start()
    await wait(WITHOUT_MS)
  })
  expectAllPages(asked)
  await load.goesOn()
}

test('most pages come from the caches, whoever asks for them', async () => {
  const { pages, kept } = await load.during(() => wait(4 * WITHOUT_MS))
  tell(`${kept} of ${pages}, while a team releases`)
  expect(kept).toBeGreaterThan(pages / 2)
})

const KINDS = { cache: 2, edge: 3, api: 3, registry: 2, bucket: 1 }
for (const [kind, count] of Object.entries(KINDS) as [keyof typeof KINDS, number][])
  for (let index = 0; index < count; index += 1)
    test(
      `kill -9 of ${kind}-${index + 1}`,
      killed(() => cluster.machines[kind][index] as Machine),
    )

test(
  'kill -9 of the standby: changes wait for it',
  killed(() => cluster.databases.machines[1]),
)

test('kill -9 of the primary, and the standby is promoted', async () => {
  const { databases } = cluster
  const [primary, standby] = databases.machines
  const asked = await load.during(async () => {
    // What is acknowledged in its last second must be on the standby, which hears nothing of it yet.
    standby.freeze()
    await wait(1000)
    await primary.kill()
    standby.thaw()
    await wait(WITHOUT_MS)
    await databases.promote(standby)
    await databases.follow(primary)
    await wait(WITHOUT_MS)
  })
  expectAllPages(asked)
  await load.goesOn()
  tell(await load.expectKept())
})

test('a machine of each tier that hangs', async () => {
  const hanging = [cluster.machines.edge[1], cluster.machines.api[1], cluster.machines.registry[1]] as Machine[]
  const asked = await load.during(async () => {
    for (const machine of hanging) {
      machine.freeze()
      await wait(WITHOUT_MS)
      machine.thaw()
      await wait(WITHOUT_MS)
    }
  })
  expectAllPages(asked)
  await load.goesOn()
})

test('the network between an edge and the registries, cut and healed', async () => {
  const { wire } = cluster
  const asked = await load.during(async () => {
    wire.cut()
    await wait(2 * WITHOUT_MS)
    wire.heal()
  })
  expectAllPages(asked)
  await load.goesOn()
  const first = { url: `http://${cluster.machines.edge[0]?.address}` }
  await expect(async () => expect(await liveVersions(first)).toEqual(await liveVersions(cluster))).toPass(SOON)
})

test('every service is replaced, one machine after the other', async () => {
  test.setTimeout(360_000)
  const { registry, api, edge, cache } = cluster.machines
  const asked = await load.during(async () => {
    for (const machine of [...registry, ...api, ...edge, ...cache]) await replace(machine)
  })
  expectAllPages(asked)
  await load.goesOn()
})

test('the token of the edges is exchanged', async () => {
  const before = cluster.edges
  cluster.edges = await edgeToken(cluster)
  const asked = await load.during(async () => {
    for (const machine of cluster.machines.edge) await replace(machine)
    await registryOf(cluster).revokeToken({ name: before.name })
    await wait(WITHOUT_MS)
  })
  expectAllPages(asked)
  await load.goesOn()
  const statusOf = async (token: string) =>
    (await fetch(`${cluster.registry}/releases/tokens`, { headers: { authorization: `Bearer ${token}` } })).status
  // An edge may not read them.
  expect([await statusOf(before.token), await statusOf(cluster.edges.token)]).toEqual([401, 403])
})

test('an API and an edge whose clocks are an hour ahead', async () => {
  const { api, edge } = cluster.machines
  const ahead = {
    LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
    FAKETIME: '+1h',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const changed = [api[2], edge[2]] as Machine[]
  const asked = await load.during(async () => {
    for (const machine of changed) {
      await replace(machine, ahead)
      const { headers } = await fetch(`http://${machine.address}/healthz`)
      expect(Date.parse(headers.get('date') ?? '') - Date.now(), machine.name).toBeGreaterThan(50 * 60_000)
    }
    await wait(2 * WITHOUT_MS)
  })
  expectAllPages(asked)
  await load.goesOn()
  for (const machine of changed) await replace(machine)
})

test('what there was at a chosen second is restored on an empty machine', async () => {
  const { databases } = cluster
  await databases.backup()
  await load.goesOn()
  const [time = ''] = await databases.query(await databases.primary(), 'select now()')
  await load.goesOn()
  const rowsOf = (machine: Machine) =>
    databases.query(machine, `select form, id from api.submissions where created_at <= '${time}' order by 1, 2`)
  const expected = await rowsOf(await databases.primary())
  const restored = await databases.restore(`127.0.0.1:${await freePort()}`, time)
  try {
    expect(expected.length).toBeGreaterThan(20)
    expect(await rowsOf(restored)).toEqual(expected)
    expect(
      await databases.query(restored, `select count(*) from api.submissions where created_at > '${time}'`),
    ).toEqual(['0'])
    tell(`${expected.length} submissions until ${time}, and none after it`)
  } finally {
    await restored.stop()
  }
})

test('nothing that was acknowledged is lost', async () => {
  await load.goesOn()
  tell(await load.expectKept())
})
