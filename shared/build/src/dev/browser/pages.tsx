import { useRevalidator } from '@marram/sdk/router'
import { type ComponentType, useEffect } from 'react'
import { performReactRefresh } from 'react-refresh/runtime'

type Page = {
  loader?: unknown
  action?: unknown
  Component: ComponentType
  ErrorBoundary?: ComponentType
  prepare?: () => void
}
type Open = Record<string, () => Promise<Page>>

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
      return entry.page.loader
    },
    get action() {
      return entry.page.action
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
