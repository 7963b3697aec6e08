import fs from 'node:fs'
import path from 'node:path'
import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { aFewAtATime } from '../fixtures/browser/a-few-at-a-time'
import { addressOf, everything, patterns, tried } from '../fixtures/browser/every-page'
import { ready, watch } from '../fixtures/browser/watch'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../fixtures/releases/editions'
import { inProduction, promote, publish, registryOf } from '../fixtures/releases/releases'
import { documentOf } from '../fixtures/releases/variant'
import { edgeLog, faultsCounted, lineWith } from '../fixtures/site/edge-log'
import type { Site } from '../fixtures/site/site'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

/** Of the pages that are there: a browser reports each other one as an error. */
const everyAddress = (site: Site): Promise<string[]> =>
  Promise.all(patterns.filter((pattern) => tried.includes(pattern)).map((pattern) => addressOf(site, pattern)))

const tagsOf = (html: string) =>
  [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => /\.(?:js|css)"/.test(tag))
const tampered = (page: Page) => page.evaluate(() => (window as unknown as { __tampered?: number }).__tampered)

/**
 * Pictures without reserved space, and pictures far below the first screen that do not load lazily. Those in texts of
 * the API are left out: a host may not send their sizes.
 */
const unfitPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('img')]
      .filter((image) => !image.closest('.prose'))
      .filter((image) => {
        const below = image.getBoundingClientRect().top + scrollY > innerHeight * 1.5
        return !(image.getAttribute('width') && image.getAttribute('height')) || (below && image.loading !== 'lazy')
      })
      .map(({ outerHTML }) => outerHTML),
  )

test('no page of any section violates the policy or logs an error', BOTH, async ({ site, browser }) => {
  test.setTimeout(240_000)
  const addresses = await everyAddress(site)
  expect(addresses.length).toBeGreaterThan(everything ? 33 : 5)
  const context = await browser.newContext()
  await aFewAtATime(addresses, async (address) => {
    const page = await context.newPage()
    const watched = await watch(page)
    await page.goto(site.url + address)
    await ready(page)
    expect.soft({ address, said: watched.complaints }).toEqual({ address, said: [] })
    expect.soft({ address, violations: await watched.violations() }).toEqual({ address, violations: [] })
    expect.soft({ address, pictures: await unfitPictures(page) }).toEqual({ address, pictures: [] })
    await page.close()
  })
})

test('every document has a policy, and a digest for each script and style that it names', BOTH, async ({ site }) => {
  for (const address of [...(await everyAddress(site)), '/nowhere']) {
    const { headers, html } = await documentOf(site, address)
    expect(headers.get('content-security-policy'), address).toMatch(
      /^default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]{44}'( http:\/\/localhost:\d+\/releases\/files\/[\w-]+\/[\w.+-]+\/)+; style-src 'self' 'unsafe-inline';/,
    )
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(headers.get('content-security-policy'), address).toContain(`; ${directive} 'none'`)
    expect(headers.get('content-security-policy'), address).toContain("; form-action 'self'; ")
    expect(headers.get('x-content-type-options'), address).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy'), address).toBe('same-origin')
    expect(headers.get('permissions-policy'), address).toContain('camera=()')
    // Visitors of this site come by http.
    for (const absent of ['strict-transport-security', 'server', 'x-powered-by'])
      expect(headers.get(absent), `${absent} ${address}`).toBeNull()
    expect(headers.get('cache-control'), address).toBe('private, no-cache')
    const personal = /^\/(quiz-re|password|newsletter)/.test(address)
    expect(headers.get('referrer-policy'), address).toBe(personal ? 'no-referrer' : 'strict-origin-when-cross-origin')
    const tags = tagsOf(html)
    expect(tags.length, address).toBeGreaterThan(1)
    for (const tag of tags) expect(tag, address).toMatch(/crossorigin.* integrity="sha384-[A-Za-z0-9+/]{64}"/)
    // The only script without a file is the boot script, whose hash is in the policy.
    expect(html.match(/<script>(?!\s*<\/script>)/g), address).toHaveLength(1)
  }
})

test('a page runs no script of this site but those of its releases', async ({ site, page }) => {
  const version = '9.5.0'
  await publish(site, edition({ version }))
  // Visitors may have loaded it, so its files stay public.
  await registryOf(site).canary({ ...inProduction(SECTION), version, traffic: 1 })
  const { entry } = (await (
    await fetch(`${site.registry}/releases/files/${SECTION}/${version}/release.json`)
  ).json()) as {
    entry: string
  }
  const left = `/releases/files/${SECTION}/${version}/${entry}`
  await expect.poll(async () => (await fetch(site.url + left)).status).toBe(200)
  await registryOf(site).abort(inProduction(SECTION))
  await page.goto(`${site.url}/fixture`)
  await ready(page)
  const own = await page.locator('script[src*="/releases/files/"]').first().getAttribute('src')
  const outcomes: Record<string, string> = {}
  for (const address of [own ?? '', left, '/releases/reload.js', '/api/docs/static/swagger-ui-bundle.js']) {
    const { status, headers } = await fetch(site.url + address)
    expect([status, headers.get('content-type')?.split(/[/;]/)[1]], address).toEqual([200, 'javascript'])
    outcomes[address] = await page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src })
          script.onload = () => resolve('runs')
          script.onerror = () => resolve('is refused')
          document.head.append(script)
        }),
      address,
    )
  }
  expect(Object.values(outcomes)).toEqual(['runs', 'is refused', 'is refused', 'is refused'])
})

test('policy violations are reported to operators, without the visitor', async ({ site, page }) => {
  await page.goto(site.url + paths.quizResponse('Rosalind', '0123456789'))
  await page.evaluate(() => {
    new Image().src = 'https://elsewhere.example/pixel?phone=0123456789'
  })
  const refused = () => lineWith(edgeLog(site), { blocked: 'https://elsewhere.example' })
  await expect.poll(refused).toMatchObject({ page: '/quiz-response/:name/:phone' })
  expect(edgeLog(site)).not.toMatch(/Rosalind|0123456789/)
})

test('every file of a page is cached for ever under the right type', async ({ site }) => {
  const { html } = await documentOf(site, paths.registration('fixture-entry'))
  const files = [...html.matchAll(/(?:src|href)="(\/releases\/files\/[^"]+)"/g)].map(([, url]) => url as string)
  expect(files.length).toBeGreaterThan(6)
  for (const file of files) {
    const response = await fetch(site.url + file)
    const { status, headers } = response
    expect(status, file).toBe(200)
    expect(await response.text(), file).not.toContain('sourceMappingURL')
    expect(headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options'), file).toBe('nosniff')
    expect(headers.get('content-type'), file).toMatch(/^(text\/(javascript|css)|image\/|font\/)/)
  }
})

test.describe('a file that was changed in transit is refused', () => {
  const form = paths.registration('fixture-entry')
  const cases: { name: string; match: RegExp; address: string }[] = [
    { name: 'the entry of a section', match: /mfe-events\/.*remoteEntry/, address: '/sports' },
    { name: 'the chunk of a page', match: /mfe-events\/.*\/static\/js\/async\//, address: '/sports' },
    { name: 'the shared chunk of antd', match: /shell\/.*antd/, address: form },
  ]

  for (const { name, match, address } of cases) {
    const slowly = name === 'the entry of a section' ? {} : VERIFY
    test(`${name}: header, footer and the rest of the site work`, slowly, async ({ faults, page }) => {
      faults.faults = [{ match, do: 'tamper' }]
      await page.goto(faults.url + address, { waitUntil: 'commit' })
      await ready(page)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect(faults.asked.filter((url) => match.test(url)).length).toBeGreaterThan(0)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).first().click()
      await expect(page).toHaveURL(/\/privacy$/)
      expect(await tampered(page)).toBeUndefined()
    })
  }

  test(
    'the shell’s own script: the rendered page stays readable, and its links work',
    VERIFY,
    async ({ faults, page }) => {
      faults.faults = [{ match: /\/shell\/.*\/static\/js\//, do: 'tamper' }]
      const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()))
      await page.goto(faults.url, { waitUntil: 'load' })
      await refused
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).first().click()
      await expect(page).toHaveURL(/\/privacy$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await tampered(page)).toBeUndefined()
    },
  )
})

test.describe('a file of the document that loads at the second attempt', () => {
  const match = /\/shell\/.*\/static\/js\/index/
  for (const fault of ['500', 'tamper'] as const)
    test(`the shell’s own script, after ${fault}: the page works as usual`, async ({ faults, page }) => {
      faults.faults = [{ match, do: fault, times: 1 }]
      await page.goto(faults.url)
      expect(await ready(page)).toBe('hydrated')
      expect(faults.asked.filter((url) => match.test(url) && url.includes('?retry=1'))).toHaveLength(1)
      expect(await tampered(page)).toBeUndefined()
    })
})

test(
  'a server build that was changed in the registry’s storage is refused, recorded, and the last good one is shown',
  VERIFY,
  async ({ site }) => {
    const version = '9.4.0'
    const folder = edition({ version })
    await publish(site, folder)
    const { server, files } = JSON.parse(fs.readFileSync(path.join(folder, 'release.json'), 'utf8')) as {
      server: string
      files: Record<string, { integrity: string }>
    }
    const digest = Buffer.from(files[server]?.integrity.replace('sha384-', '') ?? '', 'base64').toString('hex')
    const stored = fs
      .readdirSync(site.data, { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file).startsWith(digest))
    expect(stored.length).toBeGreaterThan(0)
    for (const file of stored) fs.writeFileSync(path.join(site.data, file), 'module.exports = { pages: {} }')
    try {
      // The gate may have checked it before it was changed, or may reject it now.
      await promote(site, SECTION, version, { override: true })
      const refused = () => faultsCounted(site, { source: 'server', kind: 'release', part: SECTION, version })
      await expect.poll(refused, { timeout: 15_000 }).toBeGreaterThan(0)
      const { html, outcome } = await documentOf(site, '/fixture')
      expect(outcome).toMatch(/^server/)
      expect(html).toContain(FIRST.heading)
      expect(html).not.toContain(NEXT_HEADING)
    } finally {
      await promote(site, SECTION, FIRST.version)
    }
  },
)
