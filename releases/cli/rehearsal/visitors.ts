import { setTimeout as wait } from 'node:timers/promises'
import type { PagesSeen } from '@marram/release-contract/calls/rehearsals'
import { compositionIn, shownVersions } from '@marram/release-contract/composition'
import { comparePatterns, firstMatch } from '@marram/release-contract/patterns'
import type { RegistryClient } from '@marram/release-contract/registry-client'
import { releaseFilesIn, SHELL } from '@marram/release-contract/release-files'

/** A page that takes longer is none. */
const MOST_MS = 5000
/** With fewer nobody could say when versions changed, with more this machine would be what is measured. */
const PER_SECOND = { least: 10, most: 50 }
/** Of all pages at least so many are of the section that is changed. */
const WATCHED_SHARE = 0.2
const VISITORS = 4096

/** How many pages a second are asked for, what the pages of each section had, and all in the busiest minute, if that is known. */
export type Shape = { perSecond: number; loads: Record<string, number>; busiest: number | null }

/** What evidence has of the last day: the rate of the busiest minute, in bounds, and the mix of the whole day. */
export async function shapeOf(registry: RegistryClient, environment: string, parts: string[]): Promise<Shape> {
  const day = await Promise.all(parts.map((part) => registry.showEvidence({ environment, part, hours: 24 })))
  const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)
  const documentsOf = (part: (typeof day)[number]) =>
    sumOf(part.versions.map(({ counts }) => counts['edge.loads'] ?? 0))
  const loads = Object.fromEntries(day.flatMap((each) => (each.part === SHELL ? [] : [[each.part, documentsOf(each)]])))
  // The shell is in every page.
  const shell = day.find(({ part }) => part === SHELL)
  const minutes = new Map<string, number>()
  for (const each of shell?.versions.flatMap((version) => version.minutes) ?? [])
    minutes.set(each.minute, (minutes.get(each.minute) ?? 0) + each.loads)
  const known = sumOf(Object.values(loads)) > 0 && minutes.size > 0
  // Browsers report loads too: only documents are pages.
  const busiest =
    shell && known ? (Math.max(...minutes.values()) * documentsOf(shell)) / sumOf([...minutes.values()]) : null
  const rate = Math.min(PER_SECOND.most, Math.max(PER_SECOND.least, (busiest ?? 0) / 60))
  return { perSecond: Math.round(rate * 10) / 10, loads, busiest }
}

/** Addresses of public pages, by the section whose pages they are: of the sitemap, and all without parameters. */
export async function addressesOf(url: string): Promise<Record<string, string[]>> {
  const [home, sitemap] = await Promise.all([textOf(`${url}/`), textOf(`${url}/sitemap.xml`)])
  const pages = Object.entries(compositionIn(home).sections).flatMap(([part, own]) =>
    own.pages.map((page) => ({ part, ...page })),
  )
  pages.sort((one, other) => comparePatterns(one.pattern, other.pattern))
  const listed = [...sitemap.matchAll(/<loc>([^<#]+)/g)].map(([, address = '']) => new URL(address).pathname)
  const plain = pages.filter(({ pattern }) => !pattern.includes(':')).map(({ pattern }) => pattern)
  const addresses: Record<string, string[]> = {}
  for (const address of new Set([...listed, ...plain])) {
    const page = firstMatch(pages, ({ pattern }) => pattern, address)
    if (page && !page.private && !page.requiresLogin) addresses[page.part] = [...(addresses[page.part] ?? []), address]
  }
  return addresses
}

async function textOf(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(MOST_MS) })
  if (!response.ok) throw new Error(`${address} has status ${response.status}`)
  return response.text()
}

type Fault = 'failed' | 'late' | 'missing' | 'mixed'
/** A page that was asked for, by the clock of this process, and what it was. */
export type Page = {
  address: string
  at: number
  ms: number
  versions: Record<string, string | undefined>
  fault?: Fault
  words?: string
}

/** `watched`: the section that is changed. Its pages are asked for more often, as it may have few visitors. */
export type Visitors = { pages: Page[]; watched?: string; stop: () => Promise<void> }

/** Asks for pages at the rate of the shape, however long they take, until it is stopped. */
export function visitorsOf(url: string, addresses: Record<string, string[]>, shape: Shape): Visitors {
  const parts = Object.keys(addresses)
  const weights = parts.map((part) =>
    shape.busiest === null ? (addresses[part]?.length ?? 0) : (shape.loads[part] ?? 0),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const files = new Map<string, Promise<string | undefined>>()
  const pages: Page[] = []
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const visitors: Visitors = {
    pages,
    async stop() {
      stopping.abort()
      await asking
      await Promise.all(underWay)
    },
  }
  const next = () => {
    const watched = Math.random() < WATCHED_SHARE ? addresses[visitors.watched ?? ''] : undefined
    if (watched) return any(watched)
    let left = Math.random() * all
    for (const [i, part] of parts.entries()) {
      left -= weights[i] as number
      if (left < 0) return any(addresses[part] as string[])
    }
    return any(Object.values(addresses).flat())
  }
  const asking = (async () => {
    const from = performance.now()
    for (let n = 0; !stopping.signal.aborted; n++) {
      const asked = pageAt(url, next(), files).then((page) => void pages.push(page))
      underWay.add(asked)
      void asked.then(() => underWay.delete(asked))
      const dueMs = from + ((n + 1) * 1000) / shape.perSecond - performance.now()
      await wait(Math.max(0, dueMs), undefined, { signal: stopping.signal }).catch(() => 'it is stopped')
    }
  })()
  return visitors
}

const any = <Item>(from: Item[]): Item => from[Math.floor(Math.random() * from.length)] as Item

async function pageAt(url: string, address: string, files: Map<string, Promise<string | undefined>>): Promise<Page> {
  const at = performance.now()
  const page = (rest: Partial<Page>): Page => ({ address, at, ms: performance.now() - at, versions: {}, ...rest })
  try {
    const visitor = Math.floor(Math.random() * VISITORS)
    const response = await fetch(url + address, {
      redirect: 'manual',
      headers: { cookie: `marram_visitor=${visitor.toString(16).padStart(16, '0')}` },
      signal: AbortSignal.timeout(MOST_MS),
    })
    const html = await response.text()
    const got = page({})
    const { status, headers } = response
    if (status >= 300 && status < 400) return got
    const outcome = headers.get('x-marram-render') ?? ''
    const isServed = status < 500 && (status < 400 || status === 404)
    if (!isServed) return { ...got, fault: 'failed', words: `status ${status}` }
    const composition = compositionIn(html)
    const versions = shownVersions(composition)
    const named = releaseFilesIn(html)
    const other = named.find(({ part, version }) => versions[part] !== version)
    if (other || headers.get('x-marram-composition') !== composition.id)
      return {
        ...got,
        versions,
        fault: 'mixed',
        words: `it names ${other?.address ?? 'another composition than its header'}`,
      }
    if (outcome === 'frame; failed') return { ...got, versions, fault: 'failed', words: 'it could not be rendered' }
    if (/^frame; (late|busy)/.test(outcome)) return { ...got, versions, fault: 'late' }
    if (status === 404) return { ...got, versions, fault: 'missing' }
    for (const { address: file } of named) {
      if (files.has(file)) continue
      const asked = problemOf(url + file)
      files.set(file, asked)
      // One that did not come fails the pages that waited for it, and is asked for again by the next.
      const forget = () => files.delete(file)
      asked.then((problem) => problem !== undefined && forget(), forget)
    }
    const problem = (await Promise.all(named.map((each) => files.get(each.address)))).find((each) => each !== undefined)
    return { ...got, versions, ...(problem && { fault: 'failed', words: problem }) }
  } catch (error) {
    return page({ fault: 'failed', words: (error as Error).message })
  }
}

/** Each file once: what an edge has given it gives again. */
async function problemOf(address: string): Promise<string | undefined> {
  const response = await fetch(address, { signal: AbortSignal.timeout(MOST_MS) })
  await response.arrayBuffer()
  return response.ok ? undefined : `${new URL(address).pathname} has status ${response.status}`
}

/** What visitors saw of these pages. */
export function seenOf(pages: Page[]): PagesSeen {
  const times = pages.map(({ ms }) => ms).sort((one, other) => one - other)
  const ofFault = (fault: Fault) => pages.filter((page) => page.fault === fault).length
  const rounded = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms))
  return {
    pages: pages.length,
    ...{ failed: ofFault('failed'), late: ofFault('late'), missing: ofFault('missing'), mixed: ofFault('mixed') },
    medianMs: rounded(times[Math.floor((times.length - 1) / 2)]),
    worstMs: rounded(times.at(-1)),
  }
}
