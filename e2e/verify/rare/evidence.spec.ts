import { expectUsable, logIn } from '../../fixtures/browser/console'
import { ready } from '../../fixtures/browser/watch'
import { edition, FIRST, SECTION } from '../../fixtures/releases/editions'
import { fromNetwork, halved } from '../../fixtures/releases/halved'
import { administrator, publish } from '../../fixtures/releases/releases'
import { discoveryOf, documentOf, release } from '../../fixtures/releases/variant'
import { startSecondEdge } from '../../fixtures/site/edge'
import { expect, test } from '../../fixtures/test'

const BAD = '9.6.0'
const OLD = FIRST.heading
const PART = SECTION

test('a release that passes the gate and fails in browsers is rolled back automatically', async ({ site, browser }) => {
  const before = FIRST.version
  const folder = edition({ version: BAD, breaks: 'in browsers' })
  await publish(site, folder)
  expect(await release(site, 'gate', PART, BAD)).toContain(`${PART} ${BAD} can go live in production`)
  await release(site, 'canary', PART, BAD, '--steps', '50@7d,100@7d', '--reason', 'a new look')
  const edge = await startSecondEdge(site)
  const { unlucky, lucky } = await halved(site, PART, { before, candidate: BAD })
  const candidate = async () => (await discoveryOf(site))[PART]?.find(({ metadata }) => metadata.version === BAD)
  try {
    // The other visitors load pages all the time, because a minute without them cannot be compared.
    const visitBy = async (visitor = '') =>
      expect((await documentOf(site, '/fixture', { cookie: `marram_visitor=${visitor}` })).status).toBe(200)
    for (const visitor of lucky.slice(0, 25)) await visitBy(visitor)

    const context = await browser.newContext()
    await context.addCookies([{ name: 'marram_visitor', value: unlucky, url: edge.url }])
    const page = await context.newPage()
    let visits = 0
    let report: string | undefined
    while ((await candidate()) && visits < 30) {
      visits += 1
      await visitBy(lucky[visits % lucky.length])
      await page.setExtraHTTPHeaders(fromNetwork(visits))
      // Beacons that are sent while leaving the page lack these headers: they would count for one network.
      const told = page.waitForRequest(/\/releases\/evidence$/)
      await page.goto(`${edge.url}/fixture`)
      await ready(page)
      await expect(
        page.getByRole('heading', { name: OLD }).or(page.getByRole('button', { name: 'Try again' })),
      ).toBeVisible()
      await told
      report ??= /name report (\w+)/.exec((await page.getByRole('main').textContent()) ?? '')?.[1]
    }
    await expect.poll(candidate, { timeout: 10_000 }).toBeUndefined()
    // From the next page load after the edge has the new document, this visitor has the working version.
    await expect(async () => {
      await page.goto(`${edge.url}/fixture`)
      await ready(page)
      await expect(page.getByRole('heading', { name: OLD })).toBeVisible({ timeout: 2000 })
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0, { timeout: 2000 })
    }).toPass({ timeout: 15_000 })
    await context.close()

    const { events } = JSON.parse(await release(site, 'events', '--part', PART, '--limit', '1', '--json'))
    expect(events).toMatchObject([
      {
        action: 'evidence',
        actor: 'evidence',
        from: { traffic: 50 },
        to: { candidate: BAD, traffic: 0, strategy: null },
      },
    ])
    expect(events[0].reason).toMatch(
      new RegExp(
        `^${PART} 9\\.6\\.0 failed in \\d+ of \\d+ loads, .* in 0 of \\d+ in the same time \\(p = .*\\)\\. Its failures: boundary \\d+\\.$`,
      ),
    )
    expect(await release(site, 'evidence', PART)).toMatch(/9\.6\.0 \(candidate\) +\d+ +\d+/)

    // The report id on the visitor's screen leads to all diagnostics, in a command and in the console.
    const told = await release(site, 'why', `${report}`)
    expect(told).toMatch(/^Reported at .* broken in browsers \(mfe-fixture 9\.6\.0\)\nComposition [0-9a-f]{12}\n/)
    expect(told).toMatch(/mfe-fixture +9\.6\.0 +bucket [\d.]+ gets 9\.6\.0 +right in production +\d+ +[1-9]/)
    const desk = await browser.newPage()
    await logIn(desk, site, administrator(site), `/why?id=${report}`)
    await expect(
      desk.getByRole('heading', { name: `Composition ${/Composition (\S+)/.exec(told)?.[1]}` }),
    ).toBeVisible()
    await expect(desk.getByText(`${PART} ${BAD}: digests right in production`)).toBeVisible()
    await expect(desk.getByText(/broken in browsers \(boundary, mfe-fixture 9\.6\.0\)/)).toBeVisible()
    await expect(desk.getByText(/mfe-fixture: bucket [\d.]+ gets 9\.6\.0/)).toBeVisible()
    await expectUsable(desk)
    await desk.goto(`${site.console}/console/environments/production/parts/${PART}`)
    await expect(desk.getByText(`${events[0].reason}`)).toBeVisible()
    await desk.goto(`${site.console}/console/activity`)
    await expect(desk.getByText(`${events[0].reason}`)).toBeVisible()
    await desk.close()
  } finally {
    await edge.stop()
    await release(site, 'abort', PART)
  }
})
