import type { Browser, Locator, Page } from '@playwright/test'
import { closePopup } from './close-popup'
import { openCold } from './page-load'
import type { Asked } from './requests'

/** Requests begin a moment after the pointer or the click; until then there is no other sign of them to wait for. */
const BEGUN_WITHIN_MS = 1000
/** Visitors do not wait for pictures, fonts, which text is shown without, reports and the tab's icon, which is an `Other`. */
const NOT_WAITED_FOR = ['Image', 'Font', 'Ping', 'Other']
const CODE = ['Script', 'Stylesheet']
/** Open tabs poll these. During a click they get no response: a page that waited for one would never arrive. */
const POLLED = ['*/releases/stopped', '*/releases/composition']
const isPoll = (url: string) => POLLED.some((pattern) => url.split('?', 1)[0]?.endsWith(pattern.slice(1)))

export type Click = {
  /** The requests of which each began when the one before had ended, as many as follow one another. */
  chain: string[]
  /** Requested scripts and styles. */
  code: string[]
  /** Milliseconds from the click until the page is shown; for a new document also until it responds. */
  shownMs: number
  respondsMs: number | undefined
}

/** Requests between the click on a link and the page behind it, with or without pointing at it before. */
export function nextClick(
  browser: Browser,
  { url, link, pointedAt }: { url: string; link: string; pointedAt: boolean },
): Promise<Click> {
  return openCold(browser, url, {
    size: { width: 1440, height: 900 },
    use: async (page, load) => {
      await closePopup(page)
      const found = page.locator(`a[href="${link}"]:visible`).first()
      const atFirst = (await load()).requests
      if (pointedAt) await found.hover()
      else await lookAround(page, found)
      await page.waitForTimeout(BEGUN_WITHIN_MS)
      const before = (await load()).requests
      const heading = await page.locator('main h1').textContent()
      const refusePolls = await holdPolls(page)
      await page.evaluate(noteClick)
      await found.click()
      const shown = await page.waitForFunction(msUntilShown, heading)
      // Later requests are for the next click. In a new document it is requested itself.
      const arrived = await page.evaluate(() =>
        ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type).map(({ name }) => name)),
      )
      await refusePolls()
      const after = newSince(atFirst, (await load()).requests)
      const isDocument = newSince(before, after).some(({ kind }) => kind === 'Document')
      if (!isDocument && !after.some(({ url }) => new URL(url).pathname.startsWith('/api/')))
        throw new Error(`no call to the API was seen on the way to ${link}`)
      const awaited = waitedFor(newSince(before, after), arrived)
      const named = (asked: Asked[]) => asked.map(({ url }) => new URL(url).pathname)
      return {
        chain: named(longestChain(awaited)),
        code: named(awaited.filter(({ kind }) => CODE.includes(kind))),
        shownMs: await shown.jsonValue(),
        respondsMs: isDocument ? await page.evaluate(msUntilReady) : undefined,
      }
    },
  })
}

/** In the session's storage, which a new document has too. */
const noteClick = () =>
  addEventListener(
    'click',
    () => sessionStorage.setItem('bench:clicked', String(performance.timeOrigin + performance.now())),
    { capture: true, once: true },
  )

/** 0 while the heading is that of the page before, or nothing of the document is painted. */
function msUntilShown(before: string | null): number {
  const heading = document.querySelector('main h1')?.textContent
  const isShown = heading && heading !== before && performance.getEntriesByName('first-contentful-paint').length > 0
  return isShown ? performance.timeOrigin + performance.now() - Number(sessionStorage.getItem('bench:clicked')) : 0
}

const msUntilReady = () =>
  performance.timeOrigin +
  (performance.getEntriesByName('marram:ready').at(-1)?.startTime ?? Number.NaN) -
  Number(sessionStorage.getItem('bench:clicked'))

/** Returns what refuses the polls that were held, and lets later ones through. */
async function holdPolls(page: Page): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page)
  const held: string[] = []
  cdp.on('Fetch.requestPaused', ({ requestId }) => held.push(requestId))
  await cdp.send('Fetch.enable', { patterns: POLLED.map((urlPattern) => ({ urlPattern })) })
  return async () => {
    for (const requestId of held) await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    await cdp.detach()
  }
}

/** As visitors come to a link: they scroll until they see it, and read. */
async function lookAround(page: Page, link: Locator): Promise<void> {
  await page.mouse.wheel(0, 100)
  await link.scrollIntoViewIfNeeded()
}

const newSince = (before: Asked[], after: Asked[]) => after.filter((each) => !before.includes(each))

/** The requests that a page has waited for, by the addresses that had arrived with it. What was refused has no end. */
export const waitedFor = (asked: Asked[], arrived: string[]): Asked[] =>
  asked.filter(
    ({ kind, url, until }) =>
      !NOT_WAITED_FOR.includes(kind) && !isPoll(url) && arrived.includes(url) && Number.isFinite(until),
  )

/** The longest row of requests of which each began when the one before had ended. */
export function longestChain(asked: Asked[]): Asked[] {
  const chains = new Map<Asked, Asked[]>()
  for (const each of [...asked].sort((a, b) => a.from - b.from)) {
    const before = asked.filter((other) => other !== each && other.until <= each.from)
    chains.set(each, [...longest(before.map((other) => chains.get(other) ?? [other])), each])
  }
  return longest([...chains.values()])
}

const longest = <T>(lists: T[][]): T[] =>
  lists.reduce<T[]>((most, list) => (list.length > most.length ? list : most), [])
