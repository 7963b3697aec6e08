import { test as base } from '@playwright/test'
import { type FaultProxy, faultProxy } from './fault-proxy'
import { withoutPopup } from './popup'
import { preparedData } from './prepared-data'
import { type Site, startSite } from './site'

type OfWorker = { site: Site; developmentSite: Site }
type OfTest = { faults: FaultProxy }

// Pages that are late come without their content: on a machine that does something else as well that is not what is tried.
const patient = { RENDER_TIMEOUT_MS: '2500', BROTLI_QUALITY: '3' }

/**
 * `site` is one production site for all journeys of a worker: leave its releases as you found them.
 * `developmentSite` runs React's development build, which reports what production keeps silent about.
 * `faults` stands between the browser and `site`.
 */
export const test = base.extend<OfTest, OfWorker>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a function asks for from its pattern
    async ({}, use) => {
      const site = await startSite({ data: await preparedData('start'), env: patient })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  developmentSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a function asks for from its pattern
    async ({}, use) => {
      const site = await startSite({ command: 'dev', data: await preparedData('dev'), env: patient })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  context: async ({ context }, use) => {
    await withoutPopup(context)
    await use(context)
  },
  faults: async ({ site }, use) => {
    const proxy = await faultProxy(site.url)
    await use(proxy)
    await proxy.close()
  },
})

export { expect } from '@playwright/test'
