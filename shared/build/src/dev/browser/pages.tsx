import { useRevalidator } from '@marram/sdk/router'
import { type ComponentType, useEffect } from 'react'
import { performReactRefresh } from 'react-refresh/runtime'

type Load = (given: unknown) => unknown
type Page = {
  loader?: Load
  action?: Load
  Component: ComponentType
  ErrorBoundary?: ComponentType
  prepare?: () => void
}
type Open = Record<string, () => Promise<Page>>

declare global {
  interface Window {
    __marramDev: { works: boolean }
  }
}

// Without React Refresh an edit would be taken and not be seen.
if (!window.__marramDev.works)
  import.meta.webpackHot?.addStatusHandler((status) => {
    if (status === 'apply') location.reload()
  })

/** Of the pages that were opened: what their modules export now. */
const held = new Map<string, { page: Page; shown: Page }>()
const revalidators = new Set<() => void>()
let current: () => Open = () => ({})

/**
 * The section's pages for the shell, which keeps what it has loaded: each is an object that reads through to the module
 * as it is now. The shell needs to know nothing of it.
 */
export function devPages(read: () => Open): Open {
  current = read
  return Object.fromEntries(Object.keys(read()).map((pattern) => [pattern, () => open(pattern)]))
}

async function open(pattern: string): Promise<Page> {
  const known = held.get(pattern)
  if (known) return known.shown
  const page = await (current()[pattern] as () => Promise<Page>)()
  const entry = { page, shown: page }
  held.set(pattern, entry)
  const Shown = () => {
    const { revalidate } = useRevalidator()
    useEffect(() => {
      revalidators.add(revalidate)
      return () => void revalidators.delete(revalidate)
    }, [revalidate])
    const { Component } = entry.page
    return <Component />
  }
  entry.shown = {
    get loader() {
      return entry.page.loader && reported(entry.page.loader)
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

/** Answers of the API, and calls that were given up: no mistakes of the loader. */
const ANSWERS = ['ApiError', 'AbortError']

/** What a loader throws by mistake is shown over the page. */
const reported = (load: Load) => async (given: unknown) => {
  try {
    return await load(given)
  } catch (error) {
    if (error instanceof Error && !ANSWERS.includes(error.name)) reportError(error)
    throw error
  }
}

/** A page's module changed, or something that it is made of beside components. */
export async function replacePages(): Promise<void> {
  let isData = false
  await Promise.all(
    [...held].map(async ([pattern, entry]) => {
      const next = await current()[pattern]?.()
      if (!next || next === entry.page) return
      // What a loader calls may have changed as well: changes of components alone do not come this way.
      isData = true
      entry.page = next
    }),
  )
  performReactRefresh()
  if (isData) for (const revalidate of revalidators) revalidate()
}
