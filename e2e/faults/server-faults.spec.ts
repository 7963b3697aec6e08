import { ready } from '../fixtures/browser/watch'
import { shownVersion } from '../fixtures/releases/composition'
import { edition, FIRST, type Files, retagged, SECTION } from '../fixtures/releases/editions'
import { promote, publish } from '../fixtures/releases/releases'
import { documentOf, liveVersions } from '../fixtures/releases/variant'
import { visitsDuring } from '../fixtures/releases/visitors'
import { startEdge } from '../fixtures/site/edge'
import { edgeLog, faultsCounted, linesOf, lineWith } from '../fixtures/site/edge-log'
import type { Site } from '../fixtures/site/site'
import { expect, test, VERIFY } from '../fixtures/test'

/** Far more than a page takes, and less than the time limit of a hanging process. */
const ANSWERED_MS = 3000
/** How long an edge lets a build link before it gives up. */
const LINK_MS = 5000
/** The original server build, with this code before it. */
const beginsWith =
  (code: string): Files =>
  ({ server }) => ({ [server as string]: (text) => `${code};\n${text}` })

type Breaks = 'on the server' | 'never ends' | 'takes all memory'

const refusals = (site: Site, version: string) =>
  faultsCounted(site, { source: 'server', kind: 'release', part: SECTION, version })

/** The edge reports, with the reason, that it cannot use this version. */
async function isRecorded(site: Site, version: string, reason: RegExp): Promise<void> {
  await expect.poll(() => refusals(site, version), { timeout: 10_000 }).toBeGreaterThan(0)
  expect(JSON.stringify(lineWith(edgeLog(site), { part: SECTION, version }))).toMatch(reason)
}

/** Other pages respond quickly and rendered while this one fails. */
async function othersAreWell(site: Site): Promise<void> {
  const { status, outcome } = await documentOf(site, '/login')
  expect(status).toBe(200)
  expect(outcome).toMatch(/^server/)
}

test.describe('a section is down on the server', () => {
  let quizBefore: string
  let number = 0

  test.beforeAll(async ({ site }) => {
    quizBefore = (await liveVersions(site))['mfe-quiz'] as string
  })
  test.afterEach(async ({ site }) => {
    await promote(site, SECTION, FIRST.version)
    if ((await liveVersions(site))['mfe-quiz'] !== quizBefore) await promote(site, 'mfe-quiz', quizBefore)
    await expect.poll(async () => (await documentOf(site, '/fixture')).outcome, { timeout: 15_000 }).toMatch(/^server/)
  })

  const nextVersion = () => `9.3.${++number}`

  async function promoteBroken(site: Site, breaks: Breaks): Promise<string> {
    const version = nextVersion()
    await promoteAllTheSame(site, edition({ version, breaks, heading: FIRST.heading }), version)
    return version
  }

  /** Its server build fails before it can be asked for a page. */
  async function promoteUnlinkable(site: Site, code: string): Promise<string> {
    const version = nextVersion()
    await promoteAllTheSame(site, edition({ version, files: beginsWith(code) }), version)
    return version
  }

  /** Visitors get the previous version, and not only as a fallback. */
  async function lastGoodIsShown(site: Site): Promise<void> {
    const { html, outcome } = await documentOf(site, '/fixture')
    expect(outcome).toMatch(/^server/)
    expect(html).toContain(FIRST.heading)
    expect(shownVersion(html, SECTION)).toBe(FIRST.version)
  }

  test('its page throws: visitors get the app shell, and the browser renders the page', async ({ site, page }) => {
    const broken = await promoteBroken(site, 'on the server')
    await expect.poll(async () => (await documentOf(site, '/fixture')).outcome).toBe('frame; failed')
    const { status, html } = await documentOf(site, '/fixture')
    expect(status).toBe(200)
    expect(shownVersion(html, SECTION)).toBe(broken)
    expect(html).toContain('<footer')
    // Operators read where it was thrown in the source, which no visitor is sent.
    const told = (message: string) => () =>
      JSON.stringify(lineWith(edgeLog(site), { message: `Error: ${message}`, part: SECTION, version: broken })?.stack)
    await expect.poll(told('broken on the server')).toMatch(/src\/edition\.ts:\d+:\d+/)
    await othersAreWell(site)
    await page.goto(`${site.url}/fixture`)
    expect(await ready(page)).toBe('fresh')
    await expect(page.getByRole('heading', { name: FIRST.heading })).toBeVisible()
    await expect.poll(told('broken aside')).toMatch(/src\/edition\.ts:\d+:\d+/)
  })

  for (const [what, outcome] of [
    ['never ends', /^frame; late/],
    ['takes all memory', /^frame/],
  ] as const)
    test(
      `its page ${what}: visitors get the app shell, the process is replaced, other pages go on`,
      VERIFY,
      async ({ site }) => {
        // This edge caches no page: each of the others is rendered, beside the failing one.
        const edge = await startEdge({ API_HOST: site.url, RELEASES_URL: site.registry, RENDER_TIMEOUT_MS: '2500' })
        try {
          const visits = await visitsDuring(
            edge,
            { '/login': 'mfe-account', '/quiz-complete': 'mfe-quiz' },
            async () => {
              await promoteBroken(site, what)
              await expect.poll(async () => (await documentOf(edge, '/fixture')).outcome).toMatch(outcome)
              const after = async () => (await documentOf(edge, '/login')).outcome
              await expect.poll(after, { timeout: 20_000 }).toMatch(/^server/)
            },
          )
          expect(visits.filter(({ status, ms }) => status !== 200 || ms > ANSWERED_MS)).toEqual([])
          expect(visits.length).toBeGreaterThan(20)
          await expect.poll(() => linesOf(edge.log()).some((line) => 'why' in line)).toBe(true)
        } finally {
          await edge.stop()
        }
      },
    )

  test('its build throws when it is linked: the last good version is shown, and the reason is recorded', async ({
    site,
  }) => {
    const version = await promoteUnlinkable(site, 'throw new Error("cannot be linked")')
    await isRecorded(site, version, /cannot be linked/)
    await lastGoodIsShown(site)
    await othersAreWell(site)
  })

  test('its build ends the process when it is linked: the last good version is shown', VERIFY, async ({ site }) => {
    const version = await promoteUnlinkable(site, '{ const all = []; for (;;) all.push(new Array(3e6).fill(all)) }')
    await isRecorded(site, version, /ended with SIG/)
    await lastGoodIsShown(site)
    await othersAreWell(site)
  })

  test(
    "its build hangs when it is linked: pages go on, and another team's promotion is seen at once",
    VERIFY,
    async ({ site }) => {
      await publish(site, retagged({ part: 'mfe-quiz', version: '9.3.91' }))
      const pages = {
        '/': 'mfe-content',
        '/fixture': SECTION,
        '/login': 'mfe-account',
        '/quiz-complete': 'mfe-quiz',
      }
      const visits = await visitsDuring(site, pages, async () => {
        const hanging = await promoteUnlinkable(site, 'for (;;) {}')
        await promote(site, 'mfe-quiz', '9.3.91')
        const promotedAt = performance.now()
        const live = async () => shownVersion((await documentOf(site, '/quiz-complete')).html, 'mfe-quiz')
        await expect.poll(live, { timeout: 30_000, intervals: [50] }).toBe('9.3.91')
        const seenAfter = Math.round(performance.now() - promotedAt)
        console.log(`the other section was seen ${seenAfter} ms after its promotion`)
        // The promotion did not wait for the outcome of the other one.
        const givenUp = new RegExp(`"version":"${hanging}".*a release cannot be used`)
        expect(edgeLog(site)).not.toMatch(givenUp)
        expect(seenAfter).toBeLessThan(LINK_MS)
        await expect.poll(() => refusals(site, hanging), { timeout: 20_000 }).toBeGreaterThan(0)
        await lastGoodIsShown(site)
      })
      expect(visits.filter(({ status, ms }) => status !== 200 || ms > ANSWERED_MS)).toEqual([])
      for (const path of Object.keys(pages)) {
        const outcomes = visits.filter((visit) => visit.path === path).map(({ outcome }) => outcome)
        expect(outcomes.length, path).toBeGreaterThan(10)
        expect(
          outcomes.filter((outcome) => outcome.startsWith('frame; failed')),
          path,
        ).toEqual([])
      }
      const sports = visits.filter(({ path }) => path === '/fixture')
      expect(new Set(sports.map(({ version }) => version))).toEqual(new Set([FIRST.version]))
    },
  )

  test(
    'its build imports a module that the shell does not provide: the last good version is shown',
    VERIFY,
    async ({ site }) => {
      // As a build with another list of shared modules would.
      const version = await promoteUnlinkable(site, "require('not-provided-by-anybody')")
      await expect
        .poll(() => edgeLog(site), { timeout: 10_000 })
        .toMatch(new RegExp(`"version":"${version}".*not-provided-by-anybody`))
      await lastGoodIsShown(site)
      await othersAreWell(site)
    },
  )
})

/** Refused by the gate, promoted by a manager with an override. */
async function promoteAllTheSame(site: Site, folder: string, version: string): Promise<void> {
  await publish(site, folder)
  await expect(promote(site, SECTION, version)).rejects.toMatchObject({ status: 422 })
  await promote(site, SECTION, version, { override: true })
}
