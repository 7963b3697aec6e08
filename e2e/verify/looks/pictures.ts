import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { asSomebody } from '../../fixtures/api/accounts'
import { takesPart } from '../../fixtures/api/quiz'
import { needsLogin, patterns } from '../../fixtures/browser/every-page'
import { withoutPopup } from '../../fixtures/browser/popup'
import { ready } from '../../fixtures/browser/watch'
import { root, type Site, startSite, temporaryFolder } from '../../fixtures/site/site'

const DOCUMENT = path.join(root, 'docs/looks.md')
const FOLDER = path.join(root, 'docs/looks')
/** A heading, then the pattern with the address that is shown, and what the page is for; the picture, if there is one. */
const ENTRY = /^(## (.+)\n\n`([^`]+)`(?: \(`([^`]+)`\))?: .+\n)(?:\n!\[.*\n)?/gm
const MOST_BYTES = 60 * 1024
const QUALITIES = [85, 75, 65, 55, 45, 35]
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 1200 }, colorScheme: 'light' }
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 1200 }, colorScheme: 'dark' }

test('docs/looks.md has a picture of every page', async ({ browser, page }) => {
  const words = fs.readFileSync(DOCUMENT, 'utf8')
  const shown = [...words.matchAll(ENTRY)].map(([, , title = '', pattern = '', address = pattern]) => ({
    title,
    pattern,
    address,
  }))
  const isShown = (pattern: string) => shown.some((each) => each.pattern === pattern)
  expect(patterns.filter((pattern) => !isShown(pattern))).toEqual([])

  const site = await startSite({ data: temporaryFolder('looks') })
  // The document's response and table of results are theirs.
  const olympiad = 'winter-sea-olympiad'
  await takesPart(site, 'Rosalind Okafor', '02079460112', 8, olympiad)
  await takesPart(site, 'Siân Pryce', '01632960001', 6, olympiad)
  await takesPart(site, 'Bo Li', '01632960002', 9, olympiad)

  fs.rmSync(FOLDER, { recursive: true, force: true })
  fs.mkdirSync(FOLDER)
  for (const { title, pattern, address } of shown) {
    const isPersonal = needsLogin(pattern)
    const screens = [DESK, PHONE].map((look) => screen(browser, site, { address, isPersonal, look }))
    fs.writeFileSync(path.join(FOLDER, pictureOf(title)), await sideBySide(page, await Promise.all(screens)))
  }
  await site.stop()
  const withPictures = (_: string, words: string, title: string) => `${words}\n![${title}](looks/${pictureOf(title)})\n`
  fs.writeFileSync(DOCUMENT, words.replace(ENTRY, withPictures))
})

const pictureOf = (title: string) => `${title.toLowerCase().replace(/[^a-z]+/g, '-')}.webp`

type Shown = { address: string; isPersonal: boolean; look: BrowserContextOptions }

/** The first screen of a page, at rest. */
async function screen(browser: Browser, site: Site, { address, isPersonal, look }: Shown): Promise<Buffer> {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' })
  await withoutPopup(context)
  if (isPersonal) await asSomebody(context, site)
  const page = await context.newPage()
  await page.goto(site.url + address)
  await ready(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    // Hidden ones that are lazy are never fetched.
    const onScreen = [...document.images].filter((image) => {
      const { top, width } = image.getBoundingClientRect()
      return top < innerHeight && width > 0
    })
    await Promise.all(onScreen.map((image) => image.decode().catch(() => undefined)))
  })
  const picture = await page.screenshot()
  await context.close()
  return picture
}

/** Both at half their size in one WebP, as good as its bytes allow. */
async function sideBySide(page: Page, pictures: Buffer[]): Promise<Buffer> {
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
