import type { Evidence } from '@marram/release-contract/calls/evidence'
import type { Page } from '@playwright/test'
import { ready } from '../../fixtures/browser/watch'
import { edition, FIRST, SECTION } from '../../fixtures/releases/editions'
import { halved } from '../../fixtures/releases/halved'
import { publish } from '../../fixtures/releases/releases'
import { release } from '../../fixtures/releases/variant'
import { expect, test } from '../../fixtures/test'

const PART = SECTION
const follow = (page: Page) => page.getByRole('link', { name: 'Item one' }).click()

/** Releases that work on servers and fail in browsers: what a visitor does, and what the registry counts then. */
for (const [breaks, version, visit, metric, ofShell] of [
  ['in a loader', '9.7.0', follow, 'browser.failures.late', 'browser.failures.late'],
  ['later', '9.7.1', async () => {}, 'browser.failures.hang', 'browser.failures.hang'],
  ['aside', '9.7.2', async () => {}, 'browser.failures.thrown', 'browser.failures.elsewhere'],
] as const)
  test(`the registry counts a page that breaks ${breaks} against its section: ${metric}`, async ({ site, browser }) => {
    await publish(site, edition({ version, breaks }))
    await release(site, 'canary', PART, version, '--traffic', '50', '--reason', 'a new look')
    const countsOf = async (part: string, wanted: string) => {
      const { versions }: Evidence = JSON.parse(await release(site, 'evidence', part, '--json'))
      return versions.find((each) => each.version === wanted)
    }
    const context = await browser.newContext()
    try {
      const { unlucky } = await halved(site, PART, { before: FIRST.version, candidate: version })
      await context.addCookies([{ name: 'marram_visitor', value: unlucky, url: site.url }])
      const page = await context.newPage()
      const shell = JSON.parse(await release(site, 'status', '--json')).parts.shell.stable
      const before = (await countsOf('shell', shell))?.counts[ofShell] ?? 0
      await page.goto(`${site.url}/fixture`)
      await ready(page)
      await visit(page)
      await expect.poll(async () => (await countsOf(PART, version))?.counts[metric], { timeout: 45_000 }).toBe(1)
      expect((await countsOf('shell', shell))?.counts[ofShell]).toBeGreaterThan(before)
      expect(await countsOf(PART, FIRST.version)).toMatchObject({ failures: 0 })
    } finally {
      await context.close()
      await release(site, 'abort', PART)
    }
  })
