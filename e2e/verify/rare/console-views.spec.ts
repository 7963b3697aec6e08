import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { confirm, expectUsable, expectUsableOnPhones, logIn } from '../../fixtures/browser/console'
import { edition, FIRST, SECTION } from '../../fixtures/releases/editions'
import { administrator, inProduction, promote, publish, registryOf } from '../../fixtures/releases/releases'
import { preparedData } from '../../fixtures/site/prepared-data'
import { type Site, startSite } from '../../fixtures/site/site'
import { expect, test } from '../../fixtures/test'

const browser = process.env.MARRAM_CHROMIUM ?? ''
test.skip(browser === '', 'The gate needs a Chromium of its own: name it with MARRAM_CHROMIUM.')
test.describe.configure({ timeout: 180_000, retries: 0 })

const CHANGED = '7.1.0'
const FAULTY = '7.2.0'
const ofPart = `/environments/production/parts/${SECTION}`

let site: Site
let received: string[] = []
const recipient = createServer(async (request, response) => {
  received = [...received, String(request.headers['content-type'])]
  for await (const _ of request);
  response.statusCode = 204
  response.end()
})

test.beforeAll(async () => {
  test.setTimeout(180_000)
  await new Promise<void>((done) => recipient.listen(0, '127.0.0.1', done))
  const env = { MARRAM_CHROMIUM: browser, BROTLI_QUALITY: '3', NOTIFY_INTERNAL: 'true' }
  site = await startSite({ data: await preparedData('start'), env })
})
test.afterAll(async () => {
  recipient.close()
  await site?.stop()
})

/** At a desk and on a phone, light and dark, where nothing scrolls sideways. */
async function expectView(page: Page): Promise<void> {
  await expectUsable(page)
  await expectUsableOnPhones(page)
}

test('what a candidate changes is seen in pictures beside those of live, also by keyboard', async ({ page }) => {
  await publish(site, edition({ version: CHANGED, heading: 'Another heading' }))
  const taken = async () => (await registryOf(site).showGate({ ...inProduction(SECTION), version: CHANGED })).pictures
  await expect.poll(taken, { timeout: 150_000 }).toMatchObject({ pending: false, live: FIRST.version })
  await logIn(page, site, administrator(site), `${ofPart}/versions/${CHANGED}`)
  const pictures = page.getByRole('region', { name: 'How its pages look' })
  for (const what of [`Candidate ${CHANGED}`, `Live ${FIRST.version}`, /^\d+ places? marked/])
    for (const width of [390, 1440]) {
      const name =
        typeof what === 'string' ? `${what}: /fixture, ${width}` : RegExp(`${what.source}: /fixture, ${width}`)
      await expect(pictures.getByRole('img', { name })).toBeVisible()
    }
  expect(await pictures.locator('rect').count()).toBeGreaterThan(0)
  const view = pictures.getByRole('region', { name: `Candidate ${CHANGED}: /fixture, 390` })
  await view.focus()
  await page.keyboard.press('End')
  const tops = () => pictures.locator('[data-width="390"] .picture').evaluateAll((all) => all.map((e) => e.scrollTop))
  await expect.poll(async () => new Set(await tops()).size).toBe(1)
  await expectView(page)
})

test('faults of browsers are listed with the version that had them first', async ({ page }) => {
  await publish(site, edition({ version: FAULTY, breaks: 'in browsers' }))
  await promote(site, SECTION, FAULTY, { override: true })
  // The edge follows within a moment.
  await expect(async () => {
    await page.goto(`${site.url}/fixture`)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await logIn(page, site, administrator(site), ofPart)
  const faults = page.getByRole('region', { name: 'Faults in browsers' })
  await expect(faults.getByRole('row').filter({ hasText: 'broken in browsers' })).toContainText(FAULTY, {
    timeout: 60_000,
  })
  await expectView(page)
  await registryOf(site).rollback(inProduction(SECTION))
})

test('recipients are added, tried and removed, and what was sent is listed', async ({ page }) => {
  // The path of a webhook is a secret.
  const webhook = `http://127.0.0.1:${(recipient.address() as AddressInfo).port}/desk`
  const target = webhook.replace('desk', '…')
  await logIn(page, site, administrator(site), '/environments/production/notifications')
  await expect(page.getByText('Nobody is notified of changes here.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a recipient' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expectView(page)
  await dialog.getByLabel('Webhook or e-mail address').fill(webhook)
  await confirm(page, 'Add it', 'It gets each change of every part')
  await expect(page.getByText('The key of its signatures, shown only once')).toBeVisible()
  await page.getByRole('button', { name: `Test ${target}` }).press('Enter')
  await confirm(page, 'Send it', "No visitor's page changes (0 %).")
  await expect(page.getByText(`${target} accepted the test.`)).toBeVisible()
  expect(received).toEqual(['application/json'])
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('row').last()).toContainText(target)
  await expectView(page)
  await page.getByRole('button', { name: `Remove ${target}` }).press('Enter')
  await confirm(page, 'Remove', 'What waits to be sent there is not sent, and leaves the list.')
  await expect(page.getByText('Nobody is notified of changes here.')).toBeVisible()
})

test('an identity of a pipeline is added and removed', async ({ page }) => {
  await logIn(page, site, administrator(site), '/tokens')
  await page.getByRole('button', { name: 'New identity' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('tides on main')
  await dialog.getByLabel('Issuer').fill('https://issuer.test')
  await dialog.getByLabel('Audience').fill(site.url)
  await dialog.getByLabel('Claims').fill('repository=marram/tides, ref=refs/heads/main')
  await expectView(page)
  await confirm(page, 'Add it', "No visitor's page changes (0 %).")
  const row = page.getByRole('row').filter({ hasText: 'tides on main' })
  await expect(row).toContainText('repository=marram/tides')
  await expectView(page)
  await page.getByRole('button', { name: 'Remove tides on main' }).press('Enter')
  await confirm(page, 'Remove', /gets no more tokens/)
  await expect(row).toHaveCount(0)
})

for (const [at, title] of [
  ['', 'Board'],
  ['/activity', 'Activity'],
  ['/delivery', 'Delivery'],
  ['/why', 'Why'],
  ['/clean-up', 'Clean-up'],
  ['/environments/production/schedule', 'Scheduled in production'],
  ['/environments/production/approvals', 'Approvals in production'],
  ['/environments/production/previews', 'Links to previews in production'],
  ['/environments/production/compositions', 'Compositions of production'],
  [ofPart, `${SECTION} in production`],
] as const)
  test(`the page “${title}” of the console can be used at 390 pixels, as at a desk`, async ({ page }) => {
    await logIn(page, site, administrator(site), at)
    await expect(page).toHaveTitle(RegExp(title))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expectView(page)
  })
