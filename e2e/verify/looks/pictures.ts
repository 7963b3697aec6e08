import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { asSomebody } from '../../fixtures/api/accounts'
import { takesPart } from '../../fixtures/api/quiz'
import { needsLogin, patterns } from '../../fixtures/browser/every-page'
import { withoutPopup } from '../../fixtures/browser/popup'
import { ready } from '../../fixtures/browser/watch'
import { root, type Site, startSite, temporaryFolder } from '../../fixtures/site/site'
import { looksDocument, pages, participant, pictureOf } from './pages'

const FOLDER = path.join(root, 'docs/looks')
const MOST_BYTES = 60 * 1024
const QUALITIES = [85, 75, 65, 55, 45, 35]
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 1200 }, colorScheme: 'light' }
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 1200 }, colorScheme: 'dark' }

test('docs/looks.md has a picture of every page', async ({ browser, page }) => {
  const shown = pages.map(({ pattern }) => pattern)
  expect(patterns.filter((pattern) => !shown.includes(pattern))).toEqual([])
  const site = await startSite({ data: temporaryFolder('looks') })
  const { name, phone, olympiad } = participant
  await takesPart(site, name, phone, 8, olympiad)
  await takesPart(site, 'Siân Pryce', '01632960001', 6, olympiad)
  await takesPart(site, 'Bo Li', '01632960002', 9, olympiad)

  fs.rmSync(FOLDER, { recursive: true, force: true })
  fs.mkdirSync(FOLDER)
  for (const each of pages) {
    const desk = await screen(browser, site, each, DESK)
    const phone = await screen(browser, site, each, PHONE)
    fs.writeFileSync(path.join(FOLDER, pictureOf(each)), await sideBySide(page, desk, phone))
  }
  await site.stop()
  const exists = (picture: string) => fs.existsSync(path.join(FOLDER, picture))
  fs.writeFileSync(path.join(root, 'docs/looks.md'), looksDocument(exists))
})

/** The first screen of a page, at rest. */
async function screen(
  browser: Browser,
  site: Site,
  { pattern, address }: (typeof pages)[number],
  options: BrowserContextOptions,
): Promise<Buffer> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  await withoutPopup(context)
  if (needsLogin(pattern)) await asSomebody(context, site)
  const page = await context.newPage()
  await page.goto(site.url + address)
  await ready(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    const onScreen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(onScreen.map((image) => image.decode().catch(() => undefined)))
  })
  const picture = await page.screenshot()
  await context.close()
  return picture
}

/** Both at half their size in one WebP, as good as its bytes allow. */
async function sideBySide(page: Page, ...pictures: Buffer[]): Promise<Buffer> {
  const images = pictures.map((each) => `<img src="data:image/png;base64,${each.toString('base64')}" height="600">`)
  await page.setViewportSize({ width: 847, height: 600 })
  await page.setContent(`<body style="margin:0;display:flex;gap:12px;background:#d6e1df">${images.join('')}</body>`)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const session = await page.context().newCDPSession(page)
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const webp = Buffer.from(data, 'base64')
    if (webp.length <= MOST_BYTES) return webp
  }
  throw new Error(`a picture has more than ${MOST_BYTES} bytes at any quality`)
}
