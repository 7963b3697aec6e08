import { comparePatterns, firstMatch, type QuerySettings, searchForLoader } from '@marram/release-contract/patterns'
import { configureClient } from '@marram/sdk/api-client'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type LoaderFunction, StaticRouterProvider } from 'react-router-dom'

/** What `src/section.ts` exports. */
type OwnSection = {
  pages: Record<string, () => Promise<object>>
  section?: { settings?: Record<string, object> }
}
type Page = { Component: ComponentType; loader?: LoaderFunction }

/**
 * For tests: the HTML of the section's page at `address` as the server renders it first, without header and footer, and with
 * the parameters alone that the page declares. `answers` has the data of each call by its path, such as `/api/news/`; every
 * other call gets a 404. Throws the redirect of a loader, as a `Response`, and what else it throws.
 */
export async function renderPage(
  { pages, section }: OwnSection,
  address: string,
  answers: Record<string, unknown> = {},
): Promise<string> {
  const url = new URL(address, 'https://marram.example')
  const pattern = firstMatch(Object.keys(pages).sort(comparePatterns), String, url.pathname)
  if (pattern === undefined) throw new Error(`The section has no page for ${url.pathname}.`)
  url.search = searchForLoader(section?.settings?.[pattern] as QuerySettings | undefined, url.search)
  const { Component, loader } = (await (pages[pattern] as () => Promise<object>)()) as Page
  const handler = createStaticHandler([{ path: pattern, Component, ...(loader && { loader }) }])
  configureClient({
    adapter: async ({ url = '' }) => {
      const data = answers[url.split('?', 1)[0] as string]
      const body = data === undefined ? { code: 404, message: `no answer for ${url}` } : { code: 200, data, Data: data }
      return { data: JSON.stringify(body), status: body.code, headers: {} } as never
    },
  })
  try {
    const context = await handler.query(new Request(url))
    if (context instanceof Response) throw context
    for (const error of Object.values(context.errors ?? {})) throw error
    // As it arrives in a browser.
    const loaded = { ...context, loaderData: JSON.parse(JSON.stringify(context.loaderData)) }
    return renderToStaticMarkup(
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, loaded)} context={loaded} hydrate={false} />,
    )
  } finally {
    configureClient({ adapter: undefined })
  }
}
