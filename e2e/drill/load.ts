import { setTimeout as wait } from 'node:timers/promises'
import { releaseFilesIn } from '@marram/release-contract/release-files'
import { expect } from '@playwright/test'
import { questionsOf, takesPart } from '../fixtures/api/quiz'
import { type Storm, writeStorm } from '../fixtures/api/write-storm'
import { edition, SECTION } from '../fixtures/releases/editions'
import { inProduction, publish, registryOf } from '../fixtures/releases/releases'
import { documentOf, liveVersions } from '../fixtures/releases/variant'
import type { Cluster } from './cluster'

/** Each asks for one page at a time. */
export const READERS = 4
const READ_PAUSE_MS = 200
/** A page that takes longer is none. */
const MOST_MS = 5000
const QUIZ_PAUSE_MS = 1000
const RELEASE_PAUSE_MS = 5000
/** How long a release goes to a part of the visitors. */
const CANARY_MS = 3000
const SOON = { timeout: 60_000 }

const PAGES = ['/', '/news', '/publications', '/sports', '/gallery', '/about-us', '/fixture']
/** Of so many pages one is fetched with its scripts and styles. */
const WITH_FILES = 4
/** Of these there are more than a cache has. */
const MANY = [(n: number) => `/fixture/items/${n}`, (n: number) => `/search?q=tide%20${n}`]
const HOW_MANY = 5000

/** `late`: pages that came without content, which the browser fetches. `kept`: those that a cache had. */
export type Asked = {
  pages: number
  kept: number
  late: number
  failed: string[]
  slowest: { page: string; ms: number }
}
export type Load = {
  /** What visitors asked for while something was done, as they saw it. */
  during: (something: () => Promise<unknown>) => Promise<Asked>
  /** More forms and participants are acknowledged, and another release is live. */
  goesOn: () => Promise<void>
  /** All that was acknowledged until now is there, once. */
  expectKept: () => Promise<string>
  stop: () => Promise<void>
}

/** Visitors who read, search, send forms with images and take part in quizzes, and a team that releases, all the time. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const titles = new Map<string, string>()
  for (const page of [...PAGES, ...MANY.map((address) => address(1))]) {
    const { status, html } = await documentOf(cluster, page)
    expect(status, page).toBe(200)
    titles.set(kindOf(page), titleOf(html))
  }
  let stopped = false
  let asked = nothingAsked()
  const until = async (work: () => Promise<unknown>, pauseMs: number) => {
    while (!stopped) {
      await work()
      await wait(pauseMs)
    }
  }

  const read = async () => {
    const page = any(5) === 0 ? (pick(MANY)(any(HOW_MANY)) as string) : (pick(PAGES) as string)
    const to = asked
    const startedAt = performance.now()
    const problem = await Promise.race([
      documentOf(cluster, page, visitor())
        .then(async ({ status, html, outcome, headers }) => {
          if (headers.get('x-marram-shared') === 'hit') to.kept += 1
          if (status !== 200) return `${status}`
          if (/^frame; (?:late|busy)/.test(outcome)) {
            to.late += 1
            return undefined
          }
          if (titleOf(html) !== titles.get(kindOf(page))) return `another page: ${titleOf(html)}`
          if (!/<h1[\s>]/.test(html) || !/<\/html>\s*$/.test(html)) return 'half a page'
          return any(WITH_FILES) === 0 ? missingFile(html) : undefined
        })
        .catch((error: Error) => String(error.cause ?? error)),
      wait(MOST_MS, `nothing within ${MOST_MS} ms`),
    ])
    to.pages += 1
    const ms = Math.round(performance.now() - startedAt)
    if (ms > to.slowest.ms) to.slowest = { page: kindOf(page), ms }
    if (problem) to.failed.push(`${page}: ${problem}`)
  }

  /** What is wrong with the scripts and styles of a page: each part has one version of them, and all are there. */
  const missingFile = async (html: string): Promise<string | undefined> => {
    const versions = new Map<string, string>()
    for (const { address: file, part, version } of releaseFilesIn(html)) {
      const other = versions.get(part)
      if (other !== undefined && other !== version) return `${part} ${other} and ${version} in one page`
      versions.set(part, version)
      const { status, body } = await fetch(cluster.url + file)
      await body?.cancel()
      if (status !== 200) return `${file} has status ${status}`
    }
    return undefined
  }

  const questions = await questionsOf(cluster)
  const participants: string[] = []
  let tries = 0
  const takePart = async () => {
    tries += 1
    const name = `Drill ${tries}`
    while (!stopped) {
      const isDone = await takesPart(cluster, name, '0123456789', tries % (questions.length + 1)).then(
        () => true,
        () => false,
      )
      if (isDone) return void participants.push(name)
      await wait(QUIZ_PAUSE_MS)
    }
  }

  const registry = registryOf({ data: cluster.data, registry: cluster.registry })
  const begun: string[] = []
  const released: string[] = []
  const releaseOne = async () => {
    // 7.0.1 to 9.9.9: editions are of one length.
    const version = [...String(701 + begun.length)].join('.')
    begun.push(version)
    const folder = edition({ version, heading: `Edition ${version}` })
    await untilDone(() => publish(cluster, folder))
    const given = { ...inProduction(SECTION), version, reason: 'the drill' }
    await untilDone(() => registry.canary({ ...given, traffic: 10 }))
    await wait(CANARY_MS)
    await untilDone(() => registry.promote(given))
    if (!stopped) released.push(version)
  }
  /** Repeats what may have been done already: that is refused, or changes nothing. */
  const untilDone = async (work: () => Promise<unknown>) => {
    while (!stopped) {
      try {
        return void (await work())
      } catch (error) {
        lastRefusal = (error as Error).message
        if (/is live|already/.test(lastRefusal)) return
        await wait(500)
      }
    }
  }
  let lastRefusal = ''

  const storms: Storm[] = [
    await writeStorm(cluster, cluster.url, { visitors: 2 }),
    await writeStorm(cluster, cluster.url, { visitors: 1, images: true }),
  ]
  const loops = [
    ...Array.from({ length: READERS }, () => until(read, READ_PAUSE_MS)),
    until(takePart, QUIZ_PAUSE_MS),
    until(releaseOne, RELEASE_PAUSE_MS),
  ]

  return {
    async during(something) {
      asked = nothingAsked()
      const counted = asked
      await something()
      asked = nothingAsked()
      // What is on its way is part of it.
      await wait(MOST_MS)
      return counted
    },
    async goesOn() {
      const [participantsBefore, releasedBefore] = [participants.length, released.length]
      for (const storm of storms) await storm.goesOn()
      await expect.poll(() => participants.length, SOON).toBeGreaterThan(participantsBefore)
      await expect
        .poll(() => released.length, { ...SOON, message: `a release; the last refusal: ${lastRefusal}` })
        .toBeGreaterThan(releasedBefore)
    },
    async expectKept() {
      for (const storm of storms) {
        await storm.expectKept()
        expect(storm.unexpected).toEqual([])
      }
      const { databases } = cluster
      const rows = await databases.query(
        await databases.primary(),
        "select name from api.quiz_scores where name like 'Drill %'",
      )
      const told = [...participants]
      expect(told.filter((name) => !rows.includes(name))).toEqual([])
      const before = released.at(-1) as string
      const live = (await liveVersions(cluster))[SECTION] as string
      // It may have gone on meanwhile.
      expect(begun.indexOf(live)).toBeGreaterThanOrEqual(begun.indexOf(before))
      const forms = storms.reduce((sum, storm) => sum + storm.acknowledged.length, 0)
      return `${forms} forms, ${told.length} participants, ${released.length} releases`
    },
    async stop() {
      stopped = true
      await Promise.all([...loops, ...storms.map((storm) => storm.stop())])
    },
  }
}

const nothingAsked = (): Asked => ({ pages: 0, kept: 0, late: 0, failed: [], slowest: { page: '', ms: 0 } })
const any = (many: number) => Math.floor(Math.random() * many)
const pick = <Item>(from: readonly Item[]): Item => from[any(from.length)] as Item
const visitor = () => ({ cookie: `marram_visitor=0000000000000${any(4096).toString(16).padStart(3, '0')}` })
const kindOf = (page: string) => page.replace(/\d+$/, '')
/** Without numbers, which are those of an item or a search. */
const titleOf = (html: string) => (/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '').replace(/\d+/g, '')
