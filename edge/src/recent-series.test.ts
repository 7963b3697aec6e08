import { createMetrics } from '@marram/service/metrics'
import { expect, it } from 'vitest'
import type { LiveComposition, OwnedPage } from './live-composition'
import { PageMetrics } from './page-metrics'

it('of renders are those of the versions that were rendered last', async () => {
  const metrics = createMetrics()
  const pages = new PageMetrics(metrics, { cache: { bytes: 0 }, pool: { size: 0 } })
  const rendered = (version: string) => {
    const live = { sections: { events: [{ version }] } } as unknown as LiveComposition
    pages.rendered(live, { section: 'events' } as OwnedPage, 'server', 5)
  }
  const isTold = async (version: string) =>
    (await metrics.metrics()).includes(`_count{section="events",version="${version}",outcome="server"}`)
  rendered('0.1.0')
  rendered('0.2.0')
  expect(await isTold('0.1.0')).toBe(true)
  for (let i = 0; i < 700; i += 1) {
    rendered(`1.0.${i}`)
    rendered('0.2.0')
  }
  expect(await isTold('0.1.0')).toBe(false)
  expect(await isTold('0.2.0')).toBe(true)
  expect(await isTold('1.0.699')).toBe(true)
  expect((await metrics.metrics()).match(/_count\{/g)?.length).toBe(300)
})
