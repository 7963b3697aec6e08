import { randomUUID } from 'node:crypto'
import { faultProxy } from '../../fixtures/browser/fault-proxy'
import { registryOf } from '../../fixtures/releases/releases'
import { startEdge } from '../../fixtures/site/edge'
import { expect, test } from '../../fixtures/test'
import { tell } from '../cell'

const SETTLED_MS = 10_000
const WATCHED_MS = 60_000
/** A hundred edges then make ten requests a second. */
const MOST_A_MINUTE = 6

test('an edge at rest asks the registry six times a minute at most: a hundred do so ten times a second', async ({
  site,
}) => {
  test.setTimeout(3 * 60_000)
  const registry = await faultProxy(site.registry)
  const name = `edge ${randomUUID()}`
  const { token } = await registryOf(site).createToken({ name, role: 'edge', environment: 'production' })
  const edge = await startEdge({ RELEASES_URL: registry.url, RELEASES_TOKEN: token, API_HOST: site.url })
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    const before = registry.asked.length
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS))
    const asked = registry.asked.slice(before)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MOST_A_MINUTE)
    tell(`${asked.length} in a minute`)
  } finally {
    await edge.stop()
    await registry.close()
  }
})
