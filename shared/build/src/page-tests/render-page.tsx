import { configureClient } from '@marram/sdk/api-client'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type LoaderFunction, StaticRouterProvider } from 'react-router-dom'

/** What the module of a page exports. */
export type Page = { Component: ComponentType; loader?: LoaderFunction | undefined }

/**
 * For tests: the HTML of a page as the server renders it first, without header and footer. `pattern` as in `section.ts`,
 * `address` with its query. `answers` has the data of each call by its path, such as `/api/news/`; every other call gets a
 * 404. Throws the redirect of a loader, as a `Response`, and what else it throws.
 */
export async function renderPage(
  { Component, loader }: Page,
  {
    pattern,
    address = pattern,
    answers = {},
  }: { pattern: string; address?: string; answers?: Record<string, unknown> },
): Promise<string> {
  const handler = createStaticHandler([{ path: pattern, Component, ...(loader && { loader }) }])
  configureClient({
    adapter: async ({ url = '' }) => {
      const data = answers[url.split('?', 1)[0] as string]
      const body = data === undefined ? { code: 404, message: `no answer for ${url}` } : { code: 200, data, Data: data }
      return { data: JSON.stringify(body), status: body.code, headers: {} } as never
    },
  })
  try {
    const context = await handler.query(new Request(new URL(address, 'https://marram.example')))
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
