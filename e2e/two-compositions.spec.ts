import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import { resolve } from '@marram/release-contract/resolve'
import { shownVersion } from './support/composition'
import { startEdge } from './support/edge'
import { promote, publish } from './support/releases'
import { expect, test } from './support/test'
import { buildVariant, discoveryOf, documentOf, liveVersions, release } from './support/variant'
import { ready, watch } from './support/watch'

const NEXT = '9.8.0'
const OLD = 'Run, ride or swim with us'
const NEW = 'Come and run'
const SLOW_MS = 1500

test.describe('two compositions', () => {
  let before: string

  test.beforeAll(async ({ site }) => {
    before = (await liveVersions(site))['mfe-events'] as string
    // Slow where it is asked to be, so that its page is in the making while others are made.
    const slowly = `if (request.url.includes('?slowly')) await new Promise((done) => setTimeout(done, ${SLOW_MS}))`
    const folder = await buildVariant({
      part: 'mfe-events',
      version: NEXT,
      edits: {
        'src/section.ts': [['settings: {', "settings: { '/sports': { query: ['slowly'] },"]],
        'src/sports/sports.tsx': [
          [`title="${OLD}"`, `title="${NEW}"`],
          [
            'loader({ request: { signal } }: LoaderFunctionArgs) {\n',
            `loader({ request }: LoaderFunctionArgs) {\n  const { signal } = request\n  ${slowly}\n`,
          ],
        ],
      },
    })
    await publish(site, folder)
  })

  test('one process renders both at the same time, each visitor gets the one of their share', async ({
    site,
    browser,
  }) => {
    await release(site, 'canary', 'mfe-events', NEXT, '--traffic', '50')
    const shared: DiscoveryDocument = { schema: 'of the registry', microFrontends: await discoveryOf(site) }
    const visitors = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(16, '0'))
    const versionFor = (visitor: string) =>
      resolve(shared, visitor).find(({ part }) => part === 'mfe-events')?.entry.metadata.version
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
      expect(shownVersion(answer.html, 'mfe-events')).toBe(versionFor(visitor))
      return answer.composition
    }
    try {
      const compositions = await Promise.all(visitors.map((visitor) => visit(visitor, '/sports')))
      expect(new Set(compositions).size).toBe(2)

      let slowIsDone = false
      const slow = visit(ofNew[0] as string, '/sports?slowly').finally(() => (slowIsDone = true))
      await Promise.all([...ofOld, ...ofNew].map((visitor) => visit(visitor, '/sports')))
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
        await page.goto(`${edge.url}/sports`)
        expect(await ready(page)).toBe('hydrated')
        await expect(page.getByRole('heading', { name: words })).toBeVisible()
        expect(complaints).toEqual([])
        await context.close()
      }
    } finally {
      await edge.stop()
      await release(site, 'abort', 'mfe-events')
    }
  })

  test('while the live one changes to and fro, every page is whole and shows the version that it names', async ({
    site,
  }) => {
    const seen = new Set<string>()
    const wrong: string[] = []
    let stop = false
    const visitors = Array.from({ length: 6 }, async () => {
      while (!stop) {
        const { html, composition, status } = await documentOf(site, '/sports')
        const named = shownVersion(html, 'mfe-events')
        const shown = html.includes(NEW) ? NEXT : before
        if (status !== 200 || named !== shown) wrong.push(`${status} ${named} shows ${shown}`)
        seen.add(composition)
      }
    })
    for (const version of [NEXT, before, NEXT, before]) {
      await promote(site, 'mfe-events', version)
      await expect
        .poll(async () => shownVersion((await documentOf(site, '/sports')).html, 'mfe-events'), { intervals: [20] })
        .toBe(version)
    }
    stop = true
    await Promise.all(visitors)
    expect(wrong).toEqual([])
    expect(seen.size).toBe(2)
  })
})
