import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { type Composition, type PublicConfiguration, searchIn } from '@marram/release-contract/composition'
import { configureClient } from '@marram/sdk/api-client'
import { configuration, configure } from '@marram/sdk/configuration'
import { type Meta, MetaSink } from '@marram/sdk/page-meta'
import { configureReports, type Report } from '@marram/sdk/report'
import {
  createStaticHandler,
  createStaticRouter,
  type HydrationState,
  isRouteErrorResponse,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom'
import {
  type PageHandle,
  type PageModule,
  type Pages,
  type SectionModule,
  SectionUnavailable,
} from './federation/pages'
import { appShellRoutes, makeRoutes } from './routes/routes'
import { preloadsOfLargestPicture, withoutPreloadsOf } from './server/largest-picture'
import { pageHtml } from './server/page-html'
import {
  contentOfRender,
  noteCall,
  type RenderCalls,
  type RenderedFor,
  reportLoaderFaults,
  requestOfRender,
  withCalls,
} from './server/render-calls'
import { cacheResponses } from './server/response-cache'

export { provide } from '../.cache/provide-server'

export type Rendered = {
  status: number
  html: string
  /** antd's styles of this page, as style elements. */
  styles: string
  state: HydrationState | null
  meta: Meta | null
  /** Attributes of each link and meta that the head has for this page. */
  head: Record<string, string>[]
  page: PageHandle | null
  /** Set if the response is a redirect. */
  location?: string
  calls: RenderCalls
}

/** Called once per process and shell: the API's address, and the public configuration. */
export function configureServer(
  apiUrl: string,
  given: PublicConfiguration,
  onReport: (report: Report & { request?: string | undefined }) => void,
): void {
  configureClient({
    baseUrl: apiUrl,
    timeout: 5000,
    adapter: cacheResponses(contentOfRender),
    onEnd: noteCall,
  })
  configure(given)
  configureReports((report) => onReport({ ...report, request: requestOfRender() }))
}

/** Everything of one composition that outlives a request. */
export function prepare(composition: Composition, sections: Record<string, SectionModule>) {
  configure({ ...configuration(), ...searchIn(composition) })
  const loaded = new Map<string, PageModule>()
  const pages: Pages = {
    peek: (section, pattern) => loaded.get(`${section} ${pattern}`),
    async load(section, pattern) {
      const open = sections[section]?.pages[pattern]
      if (!open) throw new SectionUnavailable(`${section} has no page for ${pattern}`)
      const page = await open()
      loaded.set(`${section} ${pattern}`, page)
      return page
    },
  }
  // antd's styles are cached by route: a fresh cache for every render costs five times the CPU.
  const styleCaches = new Map<string, ReturnType<typeof createCache>>()
  const renderWith = (routes: RouteObject[]) => renderer(createStaticHandler(routes), styleCaches)
  const appShell = renderWith(appShellRoutes(composition))
  return {
    render: renderWith(makeRoutes(composition, pages)),
    // Without state the browser shows the app shell until it has rendered the page.
    frame: async (url: string): Promise<Rendered> => ({ ...(await appShell(url)), state: null }),
  }
}

type Handler = ReturnType<typeof createStaticHandler>

function renderer(handler: Handler, styleCaches: Map<string, ReturnType<typeof createCache>>) {
  // Edges that were started earlier may send a signal second.
  return (url: string, _?: unknown, from?: RenderedFor): Promise<Rendered> => withCalls(() => pageAt(url), from)

  async function pageAt(url: string): Promise<Omit<Rendered, 'calls'>> {
    const context = await handler.query(new Request(url))
    if (context instanceof Response) {
      const nothing = { html: '', styles: '', state: null, meta: null, head: [], page: null }
      return { ...nothing, status: context.status, location: context.headers.get('location') ?? '/' }
    }
    const route = context.matches.at(-1)?.route
    const page = (route?.handle as PageHandle | undefined) ?? null
    reportLoaderFaults(context.errors, page?.section)
    const cache = styleCaches.get(route?.id ?? '') ?? createCache()
    styleCaches.set(route?.id ?? '', cache)
    const sink: { meta?: Meta; head?: Rendered['head'] } = {}
    const html = await pageHtml(
      <StyleProvider cache={cache}>
        <MetaSink value={sink}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </MetaSink>
      </StyleProvider>,
    )
    const preloads = preloadsOfLargestPicture(html)
    return {
      status: context.statusCode,
      html: withoutPreloadsOf(preloads, html),
      styles: cache.cache.size > 0 ? extractStyle(cache) : '',
      state: stateOf(context),
      meta: sink.meta ?? null,
      head: [...preloads, ...(sink.head ?? [])],
      page,
    }
  }
}

/** The router's state for the browser, with errors as the router there reads them. The text of a fault stays here. */
function stateOf({ loaderData, errors }: StaticHandlerContext): HydrationState {
  const sent = Object.entries(errors ?? {}).map(([id, error]) => [
    id,
    isRouteErrorResponse(error)
      ? { __type: 'RouteErrorResponse', ...error }
      : { __type: 'Error', message: 'This page could not be made.' },
  ])
  return { loaderData, errors: errors && Object.fromEntries(sent) }
}
