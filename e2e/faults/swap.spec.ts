import { compositionIn } from '@marram/release-contract/composition'
import type { Page } from '@playwright/test'
import { goTo } from '../fixtures/browser/go-to'
import { ready, type Watched, watch } from '../fixtures/browser/watch'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../fixtures/releases/editions'
import { inProduction, promote, publish, registryOf } from '../fixtures/releases/releases'
import { servedFiles } from '../fixtures/releases/served-files'
import { discoveryOf, documentOf, liveVersions } from '../fixtures/releases/variant'
import { forkedByEdge, servicesOf, stillRunning } from '../fixtures/site/processes'
import type { Site } from '../fixtures/site/site'
import { expect, test, VERIFY } from '../fixtures/test'

const NEXT = '9.1.0'

/** Everything on the site except the released section, as visitors and edges get it now. */
async function allElse(site: Site) {
  const { html } = await documentOf(site, '/fixture')
  const { [SECTION]: _section, ...sections } = compositionIn(html).sections
  const { [SECTION]: _entry, ...discovery } = await discoveryOf(site)
  const { [SECTION]: _version, ...versions } = await liveVersions(site)
  const tags = (html.match(/<(?:script|link|style)\b[^>]*\/releases\/files\/[^>]*>/g) ?? [])
    .filter((tag) => !tag.includes(`/releases/files/${SECTION}/`))
    .sort()
  return { shell: compositionIn(html).shell, sections, discovery, tags, files: await servedFiles(site, versions) }
}

/** The shell alone, and each of the sections that are not released, have a process that renders. */
const OTHERS = 5

/** Nothing was restarted: the processes of other sections go on. Those of trials and of replaced releases may end. */
function expectSameProcesses(site: Site, before: ReturnType<typeof processesOf>): void {
  expect(processesOf(site).services).toEqual(before.services)
  expect(stillRunning(before.forked).length).toBeGreaterThanOrEqual(OTHERS)
}
const processesOf = (site: Site) => ({ services: servicesOf(site.data), forked: forkedByEdge(site.data) })

/**
 * Polls until these words appear, and returns the time since the change, in ms. An edge that was not told of the change
 * would ask later than the poll lasts; `npm run bench` measures the time.
 */
async function seenAfter(site: Site, words: string, change: () => Promise<unknown>): Promise<number> {
  await change()
  const since = performance.now()
  await expect
    .poll(async () => (await documentOf(site, '/fixture')).html, { timeout: 10_000, intervals: [20] })
    .toContain(words)
  return Math.round(performance.now() - since)
}
const released = (site: Site) => seenAfter(site, NEXT_HEADING, () => promote(site, SECTION, NEXT))
const rolledBack = (site: Site) =>
  seenAfter(site, FIRST.heading, () => registryOf(site).rollback(inProduction(SECTION)))

/**
 * Within its section, where the code of the next page is loaded only now, and on to another section, in one document.
 */
async function worksWhenClicked(page: Page, { complaints, requests, violations }: Watched): Promise<void> {
  await page.evaluate(() => Object.assign(window, { __sameDocument: true }))
  const asked = requests.length
  await page.getByRole('main').getByRole('link', { name: 'Item two' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Item two' })).toBeVisible()
  expect(requests.slice(asked).join('\n')).toContain(`/releases/files/${SECTION}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
  expect(await page.evaluate(() => '__sameDocument' in window)).toBe(true)
  expect(complaints).toEqual([])
  expect(await violations()).toEqual([])
}

test.describe('a team releases its section', () => {
  let next: string
  let before: Record<string, string>

  test.beforeAll(async ({ site }) => {
    before = await liveVersions(site)
    next = edition({ version: NEXT })
    await publish(site, next)
  })

  test.afterAll(async ({ site }) => {
    if ((await liveVersions(site))[SECTION] !== FIRST.version) await promote(site, SECTION, FIRST.version)
  })

  test('the next page load shows it, nothing else changes, nothing restarts; a rollback restores the old one', async ({
    site,
    page,
    context,
  }) => {
    const earlier = await watch(page)
    await page.goto(`${site.url}/`)
    expect(await ready(page)).toBe('hydrated')
    const first = await documentOf(site, '/fixture')
    expect(first.html).toContain(FIRST.heading)
    const others = await allElse(site)
    expect(others.tags.filter((tag) => tag.includes('integrity="sha384-')).length).toBeGreaterThan(1)
    expect(Object.keys(others.files).length).toBeGreaterThan(40)
    expect(Object.keys(others.sections)).toEqual(['mfe-account', 'mfe-content', 'mfe-events', 'mfe-quiz'])
    const processes = processesOf(site)
    expect(Object.keys(processes.services).sort()).toEqual(['api', 'edge', 'releases'])
    expect(processes.forked.length).toBeGreaterThan(OTHERS)

    await released(site)
    expect((await documentOf(site, '/fixture')).composition).not.toBe(first.composition)
    expect(await liveVersions(site)).toEqual({ ...before, [SECTION]: NEXT })
    // The parts that were not released are the same files, byte for byte.
    expect(await allElse(site)).toEqual(others)
    expectSameProcesses(site, processes)

    // A fresh page hydrates with the new version.
    const fresh = await context.newPage()
    const later = await watch(fresh)
    await fresh.goto(`${site.url}/fixture`)
    expect(await ready(fresh)).toBe('hydrated')
    await expect(fresh.getByRole('heading', { name: NEXT_HEADING })).toBeVisible()

    // The tab that was open keeps its composition.
    await goTo(page, '/fixture')
    await expect(page.getByRole('heading', { name: FIRST.heading })).toBeVisible()

    await rolledBack(site)
    expect((await documentOf(site, '/fixture')).composition).toBe(first.composition)
    expect(await liveVersions(site)).toEqual(before)
    expect(await allElse(site)).toEqual(others)
    expectSameProcesses(site, processes)

    // Both tabs continue with the versions that they were opened with; the next full load has the old version.
    await worksWhenClicked(page, earlier)
    await worksWhenClicked(fresh, later)
    expect(earlier.requests.filter((url) => url.includes(`/${SECTION}/${NEXT}/`))).toEqual([])
    expect(later.requests.filter((url) => url.includes(`/${SECTION}/${FIRST.version}/`))).toEqual([])
    await fresh.goto(`${site.url}/fixture`)
    expect(await ready(fresh)).toBe('hydrated')
    await expect(fresh.getByRole('heading', { name: FIRST.heading })).toBeVisible()
  })

  test('visitors see it soon after the promotion, and its rollback too', async ({ site }, { annotations }) => {
    const [promotion, rollback] = [await released(site), await rolledBack(site)]
    const description = `seen ${promotion} ms after the promotion, ${rollback} ms after the rollback`
    annotations.push({ type: 'swap', description })
  })

  test('the same version with other bytes is refused, the same bytes change nothing', VERIFY, async ({ site }) => {
    expect((await site.release('publish', next)).code).toBe(0)
    const { code, stderr } = await site.release('publish', edition({ version: NEXT, heading: 'Something else' }))
    expect(code).toBe(2)
    expect(stderr).toMatch(/published already, with other bytes/)
  })
})
