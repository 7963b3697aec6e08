import { expect, test } from '@playwright/test'
import { root } from '../fixtures/site/site'
import { tell } from '../verify/cell'
import { type Cluster, startCluster } from './cluster'
import { earlierServices } from './earlier-services'
import { startLoad } from './load'
import { expectAllPages, replace } from './steps'

/** The migrations that the registries' database has had. */
async function schemaOf({ databases }: Cluster): Promise<number> {
  const [count] = await databases.query(await databases.primary(), 'select count(*) from releases.migrations')
  return Number(count)
}

test('services of the release before this one are replaced by this one, go back, and forth again, one after the other', async () => {
  test.setTimeout(15 * 60_000)
  const { release, folder } = await earlierServices()
  const cluster = await startCluster(folder)
  const load = await startLoad(cluster)
  try {
    const earlier = await schemaOf(cluster)
    const { registry, api, edge, cache } = cluster.machines
    for (const [services, machines] of [
      [root, [...registry, ...api, ...edge]],
      [folder, [...registry, ...api, ...edge]],
      [root, [...registry, ...api, ...edge, ...cache]],
    ] as const) {
      cluster.services = services
      const asked = await load.during(async () => {
        for (const machine of machines) await replace(cluster, machine)
      })
      expectAllPages(asked)
      await load.goesOn()
    }
    const added = (await schemaOf(cluster)) - earlier
    expect(added).toBeGreaterThanOrEqual(0)
    tell(`from ${release} (migrations: ${added}); ${await load.expectKept()}`)
  } finally {
    await load.stop()
    await cluster.stop()
  }
})
