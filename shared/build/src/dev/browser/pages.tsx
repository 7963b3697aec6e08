import { type QuerySettings, searchForLoader } from '@marram/release-contract/patterns'
import { useRevalidator } from '@marram/sdk/router'
import { toast } from '@marram/sdk/toast'
import { type ComponentType, useEffect } from 'react'
import { performReactRefresh } from 'react-refresh/runtime'

type Given = { request: Request }
type Load = (given: Given) => unknown
type Page = {
  loader?: Load
  action?: Load
  Component: ComponentType
  ErrorBoundary?: ComponentType
  prepare?: () => void
}
/** What `src/section.ts` exports. */
type Own = {
  pages: Record<string, () => Promise<Page>>
  section?: { settings?: Record<string, QuerySettings> }
}

declare global {
  interface Window {
    __marramDev: { works: boolean }
  }
}

const RELOADED = 'marram-dev-reloaded'

/** The fresh page says why it was loaded. */
function reload(why: string): void {
  sessionStorage.setItem(RELOADED, why)
  location.reload()
}
const reloaded = sessionStorage.getItem(RELOADED)
if (reloaded) {
  sessionStorage.removeItem(RELOADED)
  toast({ kind: 'success', title: 'Loaded anew', message: reloaded, life: 8000 })
}

// Without React Refresh an edit would be taken and not be seen.
if (!window.__marramDev.works)
  import.meta.webpackHot?.addStatusHandler((status) => {
    if (status === 'apply')
      reload('The live shell’s React cannot exchange edits in place. npm run upgrade may mend it.')
  })

/** Longer than React takes to show a page again that was replaced in place. */
const SHOWN_AGAIN_MS = 500
/** Whether the page failed to render, or its loader failed: an edit cannot be exchanged then, so the page is loaded anew. */
const broken = { page: false, data: false }
if (window.__marramDev.works)
  import.meta.webpackHot?.addStatusHandler((status) => {
    if (status !== 'apply') return
    setTimeout(() => {
      if (revalidators.size === 0 && (broken.page || broken.data))
        reload('The page was broken, and nothing of a broken page can be kept.')
    }, SHOWN_AGAIN_MS)
  })

/** Of the pages that were opened: what their modules export now. */
const held = new Map<string, { page: Page; shown: Page }>()
const revalidators = new Set<() => void>()
let current: () => Own = () => ({ pages: {} })

/**
 * The section's pages for the shell, which keeps what it has loaded: each is an object that reads through to the module
 * as it is now. The shell needs to know nothing of it.
 */
export function devPages(read: () => Own): Own['pages'] {
  current = read
  return Object.fromEntries(Object.keys(read().pages).map((pattern) => [pattern, () => open(pattern)]))
}

async function open(pattern: string): Promise<Page> {
  const known = held.get(pattern)
  if (known) return known.shown
  const page = await (current().pages[pattern] as () => Promise<Page>)()
  const entry = { page, shown: page }
  held.set(pattern, entry)
  const Shown = () => {
    const { revalidate } = useRevalidator()
    broken.page = true
    useEffect(() => {
      broken.page = false
    })
    useEffect(() => {
      revalidators.add(revalidate)
      return () => void revalidators.delete(revalidate)
    }, [revalidate])
    const { Component } = entry.page
    return <Component />
  }
  entry.shown = {
    get loader() {
      return entry.page.loader && reported(asServed(pattern, entry.page.loader))
    },
    get action() {
      return entry.page.action && reported(entry.page.action)
    },
    get ErrorBoundary() {
      return entry.page.ErrorBoundary
    },
    get prepare() {
      return entry.page.prepare
    },
    Component: Shown,
  } as Page
  return entry.shown
}

const told = new Set<string>()

/** The loader gets the address that the site's server would give it. What is missing there is said once for each parameter. */
const asServed = (pattern: string, load: Load) => (given: Given) => {
  const { request } = given
  const url = new URL(request.url)
  const served = new URLSearchParams(searchForLoader(current().section?.settings?.[pattern], url.search))
  for (const name of url.searchParams.keys()) {
    const key = `${pattern} ${name}`
    if (served.has(name) || told.has(key)) continue
    told.add(key)
    const title = `The site’s server does not give ${pattern} the parameter ${name}`
    const message = `Add it to settings['${pattern}'].query in src/section.ts, if the page depends on it.`
    toast({ kind: 'error', title, message, life: 15_000 })
  }
  url.search = String(served)
  return load({ ...given, request: new Request(url, request) })
}

/** Answers of the API, and calls that were given up: no mistakes of the loader. */
const ANSWERS = ['ApiError', 'AbortError']

/** What a loader throws by mistake is shown over the page. */
const reported = (load: Load) => async (given: Given) => {
  try {
    const data = await load(given)
    broken.data = false
    return data
  } catch (error) {
    if (error instanceof Error && !ANSWERS.includes(error.name)) {
      broken.data = true
      reportError(error)
    }
    throw error
  }
}

/** A page's module changed, or something that it is made of beside components. */
export async function replacePages(): Promise<void> {
  turn += 1
  const own = turn
  try {
    await replaceAll()
  } catch (error) {
    // A file that is mended comes right after the version that could not be built, which is no mistake any more.
    await new Promise((resolve) => setTimeout(resolve, SHOWN_AGAIN_MS))
    if (own === turn) throw error
  }
}
let turn = 0

async function replaceAll(): Promise<void> {
  let isData = false
  await Promise.all(
    [...held].map(async ([pattern, entry]) => {
      const next = await current().pages[pattern]?.()
      if (!next || next === entry.page) return
      // What a loader calls may have changed as well: changes of components alone do not come this way.
      isData = true
      entry.page = next
    }),
  )
  performReactRefresh()
  if (isData) for (const revalidate of revalidators) revalidate()
}
