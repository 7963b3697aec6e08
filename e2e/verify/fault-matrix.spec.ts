import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { type Fault, faultProxy } from '../fixtures/browser/fault-proxy'
import { goTo } from '../fixtures/browser/go-to'
import { lookOf } from '../fixtures/browser/look-of'
import { ready } from '../fixtures/browser/watch'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../fixtures/releases/editions'
import { promote, publish } from '../fixtures/releases/releases'
import { documentOf, liveVersions } from '../fixtures/releases/variant'
import { type Edge, startEdge } from '../fixtures/site/edge'
import { edgeLog, type Line } from '../fixtures/site/edge-log'
import type { Site } from '../fixtures/site/site'
import { expect, test } from '../fixtures/test'
import { counted, leadsOn, leadsOnWithin, recorded, roomForReports, see, tell, type Verdict, type Words } from './cell'

const NEXT = '9.8.0'
const OLD = FIRST.heading
const NEW = NEXT_HEADING
const words: Words = { next: NEW, before: OLD }

type Expected = Record<string, Verdict>
/** Files that the browser requests twice, and that have a fallback. */
const fallsBackTo = (otherwise: Verdict): Expected => ({
  '404': otherwise,
  '500 once': 'the page',
  '500 for ever': otherwise,
  HTML: otherwise,
  corrupt: otherwise,
  slow: 'the page',
  hang: otherwise,
})
const faults: [name: string, fault: Omit<Fault, 'match'>][] = [
  ['404', { do: '404' }],
  ['500 once', { do: '500', times: 1 }],
  ['500 for ever', { do: '500' }],
  ['HTML', { do: 'html' }],
  ['corrupt', { do: 'tamper' }],
  ['slow', { do: 'slow' }],
  ['hang', { do: 'hang' }],
]
const verdictOf = (expected: Expected, fault: string): Verdict => expected[fault] as Verdict

let live: Record<string, string>
test.beforeAll(async ({ site }) => {
  live = await liveVersions(site)
  await publish(site, edition({ version: NEXT }))
  await promote(site, SECTION, NEXT)
  await expect.poll(async () => (await documentOf(site, '/fixture')).html).toContain(NEW)
})
test.beforeEach(({ site }) => roomForReports(() => edgeLog(site)))
test.afterAll(async ({ site }) => {
  await promote(site, SECTION, FIRST.version)
})

const own = `/mfe-fixture/${NEXT}/browser/`
const ofTheNextVersion = (): Line => ({ kind: 'section-load', part: SECTION, version: NEXT })
/** When nothing loads in time, the missing file is not known, so the section that owns the page is named. */
const ofTheShell = (fault: string, section = 'mfe-events'): Line => {
  const [kind, part] = fault === 'hang' ? ['section-load', section] : ['shell-load', 'shell']
  return { kind, part, version: live[part] as string }
}

type InTheBrowser = {
  row: string
  match: RegExp
  address: string
  words: Words
  expected: Expected
  told: (fault: string) => Line
}
const inTheBrowser: InTheBrowser[] = [
  {
    row: 'section entry',
    match: new RegExp(`${own}remoteEntry`),
    address: '/fixture',
    words,
    expected: fallsBackTo('the last good version'),
    told: ofTheNextVersion,
  },
  {
    row: 'page chunk',
    match: new RegExp(`${own}static/js/async/`),
    address: '/fixture',
    words,
    expected: fallsBackTo('the last good version'),
    told: ofTheNextVersion,
  },
  {
    row: 'shared chunk',
    match: /\/shell\/[^/]+\/browser\/static\/js\/async\/antd/,
    address: paths.registration('fixture-entry'),
    words: { next: 'REGISTER NOW!' },
    expected: fallsBackTo('a failure panel'),
    told: ofTheShell,
  },
]

for (const { row, match, address, words, expected, told } of inTheBrowser)
  for (const [name, fault] of faults)
    test(`${row} × ${name}`, async ({ faults: proxy, page, site }) => {
      const verdict = verdictOf(expected, name)
      const from = edgeLog(site).length
      proxy.faults = [{ match, ...fault }]
      await page.goto(proxy.url + address, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.documentElement.dataset.ready, undefined, { timeout: 100_000 })
      await see(page, verdict, words)
      await leadsOn(page)
      expect(proxy.asked.some((url) => match.test(url))).toBe(true)
      if (verdict !== 'the page') await recorded(() => edgeLog(site).slice(from), told(name))
    })

for (const [name, fault] of faults)
  test(`shell entry × ${name}`, async ({ faults: proxy, page }) => {
    const match = /\/shell\/[^/]+\/browser\/static\/js\/index\./
    const starts = name === '500 once' || name === 'slow'
    proxy.faults = [{ match, ...fault }]
    await page.goto(`${proxy.url}/fixture`, { waitUntil: 'commit' })
    // The server rendered it, so it is visible whatever happens to the script.
    await see(page, 'the page', words)
    if (starts) await ready(page)
    // A hanging file reports no error.
    else if (name !== 'hang') await counted(proxy)
    await leadsOnWithin(page, starts ? 'one document' : 'documents')
    expect(proxy.asked.some((url) => match.test(url))).toBe(true)
    tell(starts ? 'which responds' : 'as the server made it')
  })

/** The first section of a document does without it. */
for (const [name, fault] of faults)
  test(`federation × ${name}`, async ({ faults: proxy, page, site }) => {
    const match = /\/shell\/[^/]+\/browser\/static\/js\/async\/federation\./
    const verdict = verdictOf(fallsBackTo('a failure panel'), name)
    const from = edgeLog(site).length
    proxy.faults = [{ match, ...fault }]
    await page.goto(proxy.url)
    await ready(page)
    expect(proxy.asked.some((url) => match.test(url))).toBe(false)
    await goTo(page, '/fixture')
    await see(page, verdict, words)
    await leadsOn(page)
    expect(proxy.asked.some((url) => match.test(url))).toBe(true)
    if (verdict !== 'the page') await recorded(() => edgeLog(site).slice(from), ofTheShell(name, SECTION))
  })

for (const [name, fault] of faults)
  test(`style × ${name}`, async ({ faults: proxy, page, site }) => {
    // Styles of the first page are in its document; those of the next one are files.
    const match = new RegExp(`${own}static/css/`)
    const verdict = verdictOf(fallsBackTo('the last good version'), name)
    const from = edgeLog(site).length
    // The fault is active from the start, because files of the next page may be preloaded.
    proxy.faults = [{ match, ...fault }]
    await page.goto(proxy.url, { waitUntil: 'commit' })
    await ready(page)
    await goTo(page, '/fixture')
    await see(page, verdict, words)
    const { styled, bare } = await lookOf(page)
    expect(styled).not.toBe(bare)
    await leadsOn(page)
    expect(proxy.asked.some((url) => match.test(url))).toBe(true)
    if (verdict !== 'the page') await recorded(() => edgeLog(site).slice(from), ofTheNextVersion())
  })

/** The time limit of a page is not tested here. */
const PATIENT = { RENDER_TIMEOUT_MS: '10000' }

/** An edge without a cache, which reaches API and registry through a proxy with faults. */
async function throughAnEdge(
  site: Site,
  { patience = PATIENT, ...fault }: Fault & { patience?: Record<string, string> },
  use: (edge: Edge, asked: () => string[]) => Promise<void>,
) {
  const [api, registry] = await Promise.all([faultProxy(site.url), faultProxy(site.registry)])
  api.faults = [{ ...fault }]
  registry.faults = [{ ...fault }]
  try {
    const edge = await startEdge({ API_HOST: api.url, RELEASES_URL: registry.url, ...patience })
    try {
      await use(edge, () => [...api.asked, ...registry.asked])
    } finally {
      await edge.stop()
    }
  } finally {
    await Promise.all([api.close(), registry.close()])
  }
}

for (const [name, fault] of faults) {
  test(`server build × ${name}`, async ({ site, page }) => {
    const match = new RegExp(`/mfe-fixture/${NEXT}/server/`)
    const verdict = verdictOf(fallsBackTo('the last good version'), name)
    await throughAnEdge(site, { match, ...fault }, async (edge, asked) => {
      // A release that could not be fetched is tried again a second later.
      const text = verdict === 'the page' ? NEW : OLD
      await expect.poll(async () => (await documentOf(edge, '/fixture')).html, { timeout: 30_000 }).toContain(text)
      await page.goto(`${edge.url}/fixture`, { waitUntil: 'commit' })
      await see(page, verdict, words)
      await leadsOn(page)
      expect(asked().some((each) => match.test(each))).toBe(true)
      if (name !== 'slow') await recorded(edge.log, { part: SECTION, version: NEXT })
    })
  })

  const ofThisPage = /^\/api\/sports\/open/
  const verdict: Verdict = name === 'slow' ? 'the page' : 'the page with a failed block'
  const ofSports: Words = { next: 'Photo gallery', block: 'The list of events could not be loaded.' }

  // Only calls of this page: the edge itself polls the API all the time.
  const visit = async (edge: Edge, page: Page, asked: () => string[]) => {
    await page.goto(`${edge.url}/sports`, { waitUntil: 'commit' })
    await see(page, verdict, ofSports)
    await leadsOn(page)
    expect(asked().some((each) => ofThisPage.test(each))).toBe(true)
  }

  test(`API call × ${name}`, async ({ site, page }) => {
    await throughAnEdge(site, { match: ofThisPage, ...fault }, async (edge, asked) => {
      await visit(edge, page, asked)
      if (name !== 'slow') await recorded(edge.log, { kind: 'block' })
    })
  })

  if (name === 'slow' || name === 'hang')
    test(`API call at the edge's usual patience × ${name}`, async ({ site, page }) => {
      await throughAnEdge(site, { match: ofThisPage, patience: {}, ...fault }, async (edge, asked) => {
        await expect.poll(async () => (await documentOf(edge, '/sports')).outcome).toBe('frame; late')
        await visit(edge, page, asked)
      })
    })

  test(`API call of the next click × ${name}`, async ({ faults: proxy, page }) => {
    proxy.faults = [{ match: ofThisPage, ...fault }]
    await page.goto(proxy.url, { waitUntil: 'commit' })
    await ready(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sports' }).first().click()
    await expect(page).toHaveURL(/\/sports$/, { timeout: 30_000 })
    await see(page, verdict, ofSports)
    await leadsOn(page)
    expect(proxy.asked.some((each) => ofThisPage.test(each))).toBe(true)
  })
}
