import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import { resolve } from '@marram/release-contract/resolve'
import { ready, watch } from '../fixtures/browser/watch'
import { shownVersion } from '../fixtures/releases/composition'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../fixtures/releases/editions'
import { inProduction, promote, publish, registryOf } from '../fixtures/releases/releases'
import { discoveryOf, documentOf } from '../fixtures/releases/variant'
import { startEdge } from '../fixtures/site/edge'
import { expect, test, VERIFY } from '../fixtures/test'

const NEXT = '9.8.0'
const OLD = FIRST.heading
const NEW = NEXT_HEADING
const before = FIRST.version

test.describe('two compositions', () => {
  test.beforeAll(({ site }) => publish(site, edition({ version: NEXT })))

  test('one process renders both at the same time, and each visitor gets the one of their share', async ({
    site,
    browser,
  }) => {
    await registryOf(site).canary({ ...inProduction(SECTION), version: NEXT, traffic: 50 })
    const shared: DiscoveryDocument = { schema: 'of the registry', microFrontends: await discoveryOf(site) }
    const visitors = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(16, '0'))
    const versionFor = (visitor: string) =>
      resolve(shared, visitor).find(({ part }) => part === SECTION)?.entry.metadata.version
    const ofOld = visitors.filter((visitor) => versionFor(visitor) === before)
    const ofNew = visitors.filter((visitor) => versionFor(visitor) === NEXT)
    expect(ofOld.length).toBeGreaterThan(2)
    expect(ofNew.length).toBeGreaterThan(2)

    const edge = await startEdge({
      RELEASES_URL: site.registry,
      API_HOST: site.url,
      RENDER_PROCESSES: '1',
      RENDER_TIMEOUT_MS: '5000',
    })
    const visit = async (visitor: string, path: string) => {
      const answer = await documentOf(edge, path, { cookie: `marram_visitor=${visitor}` })
      expect(answer.outcome).toMatch(/^server/)
      const right = versionFor(visitor) === NEXT ? NEW : OLD
      expect(answer.html).toContain(right)
      expect(answer.html).not.toContain(right === NEW ? OLD : NEW)
      expect(shownVersion(answer.html, SECTION)).toBe(versionFor(visitor))
      return answer.composition
    }
    try {
      const compositions = await Promise.all(visitors.map((visitor) => visit(visitor, '/fixture')))
      expect(new Set(compositions).size).toBe(2)

      let slowIsDone = false
      const slow = visit(ofNew[0] as string, '/fixture?slowly').finally(() => (slowIsDone = true))
      await Promise.all([...ofOld, ...ofNew].map((visitor) => visit(visitor, '/fixture')))
      expect(slowIsDone).toBe(false)
      await slow

      for (const [visitor, words] of [
        [ofOld[0], OLD],
        [ofNew[0], NEW],
      ] as const) {
        const context = await browser.newContext()
        await context.addCookies([{ name: 'marram_visitor', value: visitor as string, url: edge.url }])
        const page = await context.newPage()
        const { complaints } = await watch(page)
        await page.goto(`${edge.url}/fixture`)
        expect(await ready(page)).toBe('hydrated')
        await expect(page.getByRole('heading', { name: words })).toBeVisible()
        expect(complaints).toEqual([])
        await context.close()
      }
    } finally {
      await edge.stop()
      await registryOf(site).abort(inProduction(SECTION))
    }
  })

  test(
    'while the live one keeps changing, every page is whole and shows the version that it names',
    VERIFY,
    async ({ site }) => {
      const seen = new Set<string>()
      const wrong: string[] = []
      let stop = false
      const visitors = Array.from({ length: 6 }, async () => {
        while (!stop) {
          const { html, composition, status } = await documentOf(site, '/fixture')
          const named = shownVersion(html, SECTION)
          const shown = html.includes(NEW) ? NEXT : before
          if (status !== 200 || named !== shown) wrong.push(`${status} ${named} shows ${shown}`)
          seen.add(composition)
        }
      })
      for (const version of [NEXT, before, NEXT, before]) {
        await promote(site, SECTION, version)
        await expect
          .poll(async () => shownVersion((await documentOf(site, '/fixture')).html, SECTION), { intervals: [20] })
          .toBe(version)
      }
      stop = true
      await Promise.all(visitors)
      expect(wrong).toEqual([])
      expect(seen.size).toBe(2)
    },
  )
})
