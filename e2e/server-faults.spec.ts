import { shownVersion } from './support/composition'
import { startEdge } from './support/edge'
import { edgeLog } from './support/edge-log'
import { promote, publish } from './support/releases'
import { type Files, retagged } from './support/retagged'
import type { Site } from './support/site'
import { expect, test } from './support/test'
import { buildVariant, documentOf, liveVersions } from './support/variant'
import { visitsDuring } from './support/visitors'
import { ready } from './support/watch'

const OLD_HEADING = 'Run, ride or swim with us'
/** Far more than a page takes, and less than anybody waits for a process that hangs. */
const ANSWERED_MS = 3000
/** How long an edge lets a build link before it gives it up. */
const LINK_MS = 5000
const onServer = 'if (typeof window === "undefined")'
const inComponent = (code: string): [string, string] => [
  'export function Component() {\n',
  `export function Component() {\n  ${onServer} { ${code} }\n`,
]
/** The server build as it is, with this before it. */
const beginsWith =
  (code: string): Files =>
  ({ server }) => ({ [server as string]: (text) => `${code};\n${text}` })

const thrower = 'function throwAside() {\n  throw new Error("broken in the browser")\n}\n'

/** Other pages answer, quickly and rendered, while this one is in trouble. */
async function othersAreWell(site: Site): Promise<void> {
  const { status, outcome } = await documentOf(site, '/login')
  expect(status).toBe(200)
  expect(outcome).toMatch(/^server/)
}

test.describe('a section is down on the server', () => {
  let before: string
  let quizBefore: string
  let number = 0

  test.beforeAll(async ({ site }) => {
    const live = await liveVersions(site)
    before = live['mfe-events'] as string
    quizBefore = live['mfe-quiz'] as string
  })
  test.afterEach(async ({ site }) => {
    await promote(site, 'mfe-events', before)
    if ((await liveVersions(site))['mfe-quiz'] !== quizBefore) await promote(site, 'mfe-quiz', quizBefore)
    await expect.poll(async () => (await documentOf(site, '/sports')).outcome, { timeout: 15_000 }).toMatch(/^server/)
  })

  const nextVersion = () => `9.3.${++number}`

  async function promoteBroken(site: Site, edits: Parameters<typeof buildVariant>[0]['edits']): Promise<string> {
    const version = nextVersion()
    await promoteAllTheSame(site, await buildVariant({ part: 'mfe-events', version, edits }), version)
    return version
  }

  /** Its server build fails before it can be asked for a page. */
  async function promoteUnlinkable(site: Site, code: string): Promise<string> {
    const version = nextVersion()
    await promoteAllTheSame(site, retagged({ part: 'mfe-events', version, files: beginsWith(code) }), version)
    return version
  }

  /** The version before is what visitors are shown, and not only what they would fall back to. */
  async function lastGoodIsShown(site: Site): Promise<void> {
    const { html, outcome } = await documentOf(site, '/sports')
    expect(outcome).toMatch(/^server/)
    expect(html).toContain(OLD_HEADING)
    expect(shownVersion(html, 'mfe-events')).toBe(before)
  }

  test('its page throws: visitors get the frame, and the page itself in the browser', async ({ site, page }) => {
    const broken = await promoteBroken(site, {
      'src/sports/sports.tsx': [
        inComponent('throw new Error("broken on the server")'),
        [
          'export function Component() {',
          `${thrower}\nexport function Component() {\n  if (typeof window !== "undefined") setTimeout(throwAside)\n`,
        ],
      ],
    })
    await expect.poll(async () => (await documentOf(site, '/sports')).outcome).toBe('frame; failed')
    const { status, html } = await documentOf(site, '/sports')
    expect(status).toBe(200)
    expect(shownVersion(html, 'mfe-events')).toBe(broken)
    expect(html).toContain('<footer')
    // Operators read where it was thrown in the source, which no visitor is sent.
    const told = (message: string) =>
      new RegExp(`"message":"Error: ${message}".*"version":"${broken}".*src/sports/sports\\.tsx:\\d+:\\d+`)
    await expect.poll(() => edgeLog(site)).toMatch(told('broken on the server'))
    await othersAreWell(site)
    await page.goto(`${site.url}/sports`)
    expect(await ready(page)).toBe('fresh')
    await expect(page.getByRole('heading', { name: OLD_HEADING })).toBeVisible()
    await expect.poll(() => edgeLog(site)).toMatch(told('broken in the browser'))
  })

  const memoryEater = 'const kept = []; for (;;) kept.push(new Array(1e6).fill(kept))'
  for (const [what, code, outcome] of [
    ['never ends', 'for (;;) {}', /^frame; late/],
    ['takes all memory', memoryEater, /^frame/],
  ] as const)
    test(`its page ${what}: visitors get the frame, the process is replaced, other pages go on`, async ({ site }) => {
      // Of an edge that keeps no page: each of the others is rendered, beside the one in trouble.
      const edge = await startEdge({ API_HOST: site.url, RELEASES_URL: site.registry, RENDER_TIMEOUT_MS: '2500' })
      try {
        const visits = await visitsDuring(edge, { '/login': 'mfe-account', '/quiz-complete': 'mfe-quiz' }, async () => {
          await promoteBroken(site, { 'src/sports/sports.tsx': [inComponent(code)] })
          await expect.poll(async () => (await documentOf(edge, '/sports')).outcome).toMatch(outcome)
          const after = async () => (await documentOf(edge, '/login')).outcome
          await expect.poll(after, { timeout: 20_000 }).toMatch(/^server/)
        })
        expect(visits.filter(({ status, ms }) => status !== 200 || ms > ANSWERED_MS)).toEqual([])
        expect(visits.length).toBeGreaterThan(20)
        await expect.poll(() => edge.log()).toContain('a render process is replaced')
      } finally {
        await edge.stop()
      }
    })

  test('its build throws when it is linked: the last good version is shown, and the reason is recorded', async ({
    site,
  }) => {
    await promoteUnlinkable(site, 'throw new Error("cannot be linked")')
    await expect.poll(() => edgeLog(site), { timeout: 10_000 }).toContain('cannot be linked')
    await lastGoodIsShown(site)
    await othersAreWell(site)
  })

  test('its build ends the process when it is linked: the last good version is shown', async ({ site }) => {
    await promoteUnlinkable(site, 'process.exit(7)')
    await expect.poll(() => edgeLog(site), { timeout: 10_000 }).toMatch(/"reason":"it ended with 7"/)
    await lastGoodIsShown(site)
    await othersAreWell(site)
  })

  test("its build hangs when it is linked: pages go on, and another team's promotion is seen at once", async ({
    site,
  }) => {
    await publish(site, retagged({ part: 'mfe-quiz', version: '9.3.91' }))
    const pages = { '/': 'mfe-content', '/sports': 'mfe-events', '/login': 'mfe-account', '/quiz-complete': 'mfe-quiz' }
    const visits = await visitsDuring(site, pages, async () => {
      const hanging = await promoteUnlinkable(site, 'for (;;) {}')
      await promote(site, 'mfe-quiz', '9.3.91')
      const promotedAt = performance.now()
      const live = async () => shownVersion((await documentOf(site, '/quiz-complete')).html, 'mfe-quiz')
      await expect.poll(live, { timeout: 30_000, intervals: [50] }).toBe('9.3.91')
      const seenAfter = Math.round(performance.now() - promotedAt)
      console.log(`the other section was seen ${seenAfter} ms after its promotion`)
      // Nobody waited until it was clear what becomes of the other one.
      const givenUp = new RegExp(`"version":"${hanging}".*a release cannot be used`)
      expect(edgeLog(site)).not.toMatch(givenUp)
      expect(seenAfter).toBeLessThan(LINK_MS)
      await expect.poll(() => edgeLog(site), { timeout: 20_000 }).toMatch(givenUp)
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
    const sports = visits.filter(({ path }) => path === '/sports')
    expect(new Set(sports.map(({ version }) => version))).toEqual(new Set([before]))
  })

  test('its build asks for a module that the shell does not provide: the last good version is shown', async ({
    site,
  }) => {
    // As a build with another list of shared modules would.
    const version = await promoteUnlinkable(site, "require('not-provided-by-anybody')")
    await expect
      .poll(() => edgeLog(site), { timeout: 10_000 })
      .toMatch(new RegExp(`"version":"${version}".*not-provided-by-anybody`))
    await lastGoodIsShown(site)
    await othersAreWell(site)
  })
})

/** Refused by the gate, promoted by a manager who wants it all the same. */
async function promoteAllTheSame(site: Site, folder: string, version: string): Promise<void> {
  await publish(site, folder)
  const { code, stderr } = await site.release('promote', 'mfe-events', version)
  expect(code).toBe(1)
  expect(stderr).toMatch(new RegExp(`^mfe-events ${version.replaceAll('.', '\\.')} cannot go live in production: `))
  await promote(site, 'mfe-events', version, { override: true })
}
