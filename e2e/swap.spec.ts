import { expect, test } from './support/test'
import { buildVariant, documentOf, liveVersions, release } from './support/variant'
import { ready, watch } from './support/watch'

const heading = (title: string): [string, string] => ['title="Run, ride or swim with us"', `title="${title}"`]

test.describe('a team releases its section', () => {
  let next: string
  let before: Record<string, string>

  test.beforeAll(async ({ site }) => {
    before = await liveVersions(site)
    next = await buildVariant({
      part: 'mfe-events',
      version: '9.1.0',
      edits: { 'src/sports/sports.tsx': [heading('Come and run')] },
    })
    await release(site, 'publish', next)
  })

  test.afterAll(async ({ site }) => {
    if ((await liveVersions(site))['mfe-events'] !== before['mfe-events'])
      await release(site, 'promote', 'mfe-events', before['mfe-events'] as string)
  })

  test('the next page load shows it, nothing else changes, nothing restarts; rolled back, the old one is back', async ({
    site,
    page,
    context,
  }) => {
    const open = await watch(page)
    await page.goto(`${site.url}/`)
    expect(await ready(page)).toBe('hydrated')
    const first = await documentOf(site, '/sports')
    expect(first.html).toContain('Run, ride or swim with us')

    const promotedAt = Date.now()
    await release(site, 'promote', 'mfe-events', '9.1.0')
    await expect
      .poll(async () => (await documentOf(site, '/sports')).html, { timeout: 5000, intervals: [50] })
      .toContain('Come and run')
    console.log(
      `the first visitor had the new version ${Date.now() - promotedAt} ms after the promote command was typed`,
    )
    const second = await documentOf(site, '/sports')
    expect(second.composition).not.toBe(first.composition)
    const now = await liveVersions(site)
    expect(now).toEqual({ ...before, 'mfe-events': '9.1.0' })
    // The parts that were not released are named by the same files, byte for byte.
    const files = (html: string) =>
      (html.match(/<(?:script|link)\b[^>]*>/g) ?? [])
        .filter((tag) => /releases\/files\/(?!mfe-events)/.test(tag))
        .sort()
    expect(files(first.html).filter((tag) => tag.includes('integrity="sha384-')).length).toBeGreaterThan(2)
    expect(files(second.html)).toEqual(files(first.html))

    // A fresh page hydrates with the new version.
    const fresh = await context.newPage()
    await fresh.goto(`${site.url}/sports`)
    expect(await ready(fresh)).toBe('hydrated')
    await expect(fresh.getByRole('heading', { name: 'Come and run' })).toBeVisible()

    // The tab that was open keeps its composition and works throughout.
    await page.getByRole('navigation', { name: 'Main' }).getByText('More').click()
    await page.getByRole('link', { name: 'Sports', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Run, ride or swim with us' })).toBeVisible()
    expect(open.complaints).toEqual([])

    await release(site, 'rollback', 'mfe-events')
    await expect
      .poll(async () => (await documentOf(site, '/sports')).composition, { timeout: 5000, intervals: [50] })
      .toBe(first.composition)
    expect(await liveVersions(site)).toEqual(before)
    await fresh.reload()
    expect(await ready(fresh)).toBe('hydrated')
    await expect(fresh.getByRole('heading', { name: 'Run, ride or swim with us' })).toBeVisible()
  })

  test('the same version with other bytes is refused, the same bytes are nothing new', async ({ site }) => {
    expect((await site.release('publish', next)).code).toBe(0)
    const other = await buildVariant({
      part: 'mfe-events',
      version: '9.1.0',
      edits: { 'src/sports/sports.tsx': [heading('Something else')] },
    })
    const { code, stderr } = await site.release('publish', other)
    expect(code).toBe(1)
    expect(stderr).toMatch(/published already, with other bytes/)
  })

  test('two compositions are rendered at the same time', async ({ site }) => {
    // Two staggered promotions: while renders of the first composition are on their way, the second goes live.
    const seen = new Set<string>()
    const wrong: string[] = []
    let stop = false
    const visitors = Array.from({ length: 6 }, async () => {
      while (!stop) {
        const { html, composition, status } = await documentOf(site, '/sports')
        const version = /"mfe-events":\{"title":"[^"]*","pages":\[.*?\],"releases":\[\{"version":"([^"]+)"/.exec(
          html,
        )?.[1]
        const shown = html.includes('Come and run') ? '9.1.0' : before['mfe-events']
        if (status !== 200 || version !== shown) wrong.push(`${status} ${version} shows ${shown}`)
        seen.add(composition)
      }
    })
    for (let round = 0; round < 3; round++) {
      await release(site, 'promote', 'mfe-events', '9.1.0')
      await release(site, 'promote', 'mfe-events', before['mfe-events'] as string)
    }
    stop = true
    await Promise.all(visitors)
    expect(wrong).toEqual([])
    expect(seen.size).toBe(2)
  })
})
