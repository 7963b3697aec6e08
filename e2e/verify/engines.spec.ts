import { paths } from '@marram/api-contract/paths'
import { newAccount } from '../fixtures/api/accounts'
import { OLYMPIAD, questionsOf } from '../fixtures/api/quiz'
import { POPUP_CLOSED, POPUP_KEY } from '../fixtures/browser/popup'
import { swap } from '../fixtures/releases/readme-swap'
import { buildVariant, liveVersions, release } from '../fixtures/releases/variant'
import { expect, test } from '../fixtures/test'
import { firefox } from './engines/firefox'
import type { Visitor } from './engines/visitor'
import { webkit } from './engines/webkit'

const NEXT = '9.7.0'
const NEW = 'Come and run'

const SOON = { timeout: 30_000 }
const button = (name: string) => `//button[normalize-space()="${name}"]`
const field = (label: string) => `//input[@id=//label[starts-with(normalize-space(),"${label}")]/@for]`
const inMain = (start: string) => `(//main//a[starts-with(@href,"${start}")])[1]`
const inHeader = (name: string) => `//header//nav[@aria-label="Main"]//a[normalize-space()="${name}"]`

const shown = (visitor: Visitor) => visitor.read<string>('document.body.innerText')
const address = (visitor: Visitor) => visitor.read<string>('location.pathname')
const heading = (visitor: Visitor) => visitor.read<string | undefined>('document.querySelector("h1")?.innerText ?? ""')
// Not by `expect.poll`: WebKit's driver may refuse to read while a page changes.
const sees = (visitor: Visitor, words: string) =>
  expect(async () => expect(await shown(visitor)).toContain(words)).toPass(SOON)
const isAt = (visitor: Visitor, path: RegExp) =>
  expect(async () => expect(await address(visitor)).toMatch(path)).toPass(SOON)

/** Opens a page and waits for hydration. Returns whether the server's markup was kept. */
async function open(visitor: Visitor, url: string): Promise<string> {
  await visitor.open(url)
  await expect.poll(() => visitor.read('document.documentElement.dataset.ready ?? ""'), SOON).not.toBe('')
  await visitor.read(`localStorage.setItem(${JSON.stringify(POPUP_KEY)}, ${JSON.stringify(POPUP_CLOSED)}) ?? ""`)
  return visitor.read('document.documentElement.dataset.ready')
}
/** Home without its popup: the popup is shown only at the first visit. */
async function openHome(visitor: Visitor, url: string): Promise<string> {
  await open(visitor, `${url}${paths.contact()}`)
  return open(visitor, `${url}/`)
}

for (const engine of [firefox, webkit])
  test.describe(engine.name, () => {
    const missing = engine.missing()
    if (missing) process.stdout.write(`${engine.name} is left out: ${missing}\n`)
    test.skip(missing !== undefined, missing)

    let visitor: Visitor
    test.beforeEach(async () => {
      visitor = await engine.start()
    })
    test.afterEach(() => visitor?.close())

    test('content: from home to an article, in one document', async ({ site }) => {
      expect(await openHome(visitor, site.url)).toBe('hydrated')
      await visitor.read('(window.__first = true)')
      const first = inMain('/news/details/')
      await visitor.press(first)
      await isAt(visitor, /^\/news\/details\/./)
      await expect
        .poll(() => visitor.read('document.querySelector("main article, main .prose") !== null'), SOON)
        .toBe(true)
      expect(await heading(visitor)).not.toBe('')
      expect(await visitor.read('window.__first === true')).toBe(true)
    })

    test('events: a listing, an event, and its registration form filled and sent', async ({ site }) => {
      expect(await open(visitor, site.url + paths.sports())).toBe('hydrated')
      await visitor.press(inMain('/sports-details/'))
      await isAt(visitor, /^\/sports-details\/./)
      await open(visitor, site.url + paths.registration('sports-entry'))
      await visitor.type(field('Full name'), 'Ada Shore')
      await visitor.type(field('Phone number'), '0207946011')
      await visitor.press('//*[@role="combobox"]/ancestor::*[contains(@class,"ant-select")][1]')
      await visitor.key('ArrowDown')
      await visitor.key('Enter')
      await visitor.press(button('REGISTER NOW!'))
      await sees(visitor, 'Your registration is in')
    })

    test('quiz: every question answered, sent and marked', async ({ site }) => {
      const questions = await questionsOf(site)
      expect(await open(visitor, site.url + paths.quiz(OLYMPIAD))).toBe('hydrated')
      await visitor.press(button('Show all at once'))
      for (const [place, { answer }] of questions.entries())
        await visitor.press(`((//main//fieldset)[${place + 1}]//label)[${Number(answer.replace('option', ''))}]`)
      await visitor.type(field('Name'), `Ada of ${engine.name}`)
      await visitor.type(field('Phone'), engine.name === 'Firefox' ? '01555102301' : '01555102302')
      await visitor.press(button('Submit answers'))
      await sees(visitor, '10 of 10')
    })

    test('account: logs in', async ({ site }) => {
      const { phone, password } = await newAccount(site)
      await open(visitor, site.url + paths.login())
      await visitor.type(field('Phone'), phone)
      await visitor.type(field('Password'), password)
      await visitor.press('//main//*[@type="submit"]')
      await expect.poll(() => visitor.read('document.documentElement.dataset.session'), SOON).toBe('in')
      await sees(visitor, 'Log out')
    })

    test('swap: an open page keeps its release, and the next load has the new one', async ({ site }) => {
      const before = (await liveVersions(site))['mfe-events'] as string
      const version = `${NEXT}-${engine.name.toLowerCase()}`
      const edits: Record<string, [string, string][]> = {
        [swap.source]: [[`title: '${swap.words}'`, `title: '${NEW}'`]],
      }
      await release(site, 'publish', await buildVariant({ part: 'mfe-events', version, edits }))
      await openHome(visitor, site.url)
      try {
        await release(site, 'promote', 'mfe-events', version)
        await expect.poll(async () => (await fetch(site.url + paths.sports())).text(), SOON).toContain(NEW)
        await visitor.press(button('More'))
        await visitor.press('//*[@id="more"]//a[@href="/sports"]')
        await sees(visitor, swap.words)
        expect(await open(visitor, site.url + paths.sports())).toBe('hydrated')
        await sees(visitor, NEW)
      } finally {
        await release(site, 'promote', 'mfe-events', before)
      }
    })

    test('fault: the files of a section are missing, and the rest works', async ({ faults }) => {
      faults.faults = [{ match: /\/releases\/files\/mfe-events\//, do: '404' }]
      expect(await open(visitor, faults.url + paths.sports())).toBe('fresh')
      await sees(visitor, 'Try again')
      await visitor.press(inHeader('Publications'))
      await expect.poll(() => heading(visitor), SOON).toBe('Publications')
      faults.faults = []
      await visitor.press(button('More'))
      await visitor.press('//*[@id="more"]//a[@href="/sports"]')
      await sees(visitor, swap.words)
    })
  })
