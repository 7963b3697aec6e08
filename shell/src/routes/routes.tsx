import type { Composition } from '@marram/release-contract/composition'
import { comparePatterns } from '@marram/release-contract/patterns'
import type { DeclaredPage } from '@marram/release-contract/section'
import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { useEffect, useState } from 'react'
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
  useRevalidator,
  useRouteError,
} from 'react-router-dom'
import { type PageHandle, type Pages, SectionUnavailable } from '../federation/pages'
import { NOT_FOUND } from '../layout/header/nav-link'
import { Failure, NotFound, Skeleton, Stopped } from '../layout/states/states'
import { guard } from '../session/guard'
import type { LiveStops } from '../versions/live-stops'
import { renewTab } from '../versions/renew-tab'
import { Root, rootLoader } from './root'

/** One ordinary route for each declared pattern: its loader loads the page module, its component looks it up. */
export function makeRoutes(
  composition: Composition,
  pages: Pages,
  stops: LiveStops = { of: (section) => composition.sections[section]?.stopped },
): RouteObject[] {
  const around = { composition: composition.id, pages, stops }
  const routes = Object.entries(composition.sections)
    .flatMap(([section, { pages: declared, stopped }]) => declared.map((page) => ({ section, page, stopped })))
    // In the edge's order: of equal matches the router takes the first.
    .sort((a, b) => comparePatterns(a.page.pattern, b.page.pattern))
    .map(({ section, page, stopped }) =>
      stopped ? stoppedRoute(section, page, around) : pageRoute(section, page, around),
    )
  const notFound = { id: NOT_FOUND, path: '*', loader: endWith(404), Component: NotFound, ErrorBoundary: NotFound }
  return [
    {
      ...rootRoute(composition),
      shouldRevalidate: () => false,
      HydrateFallback: Skeleton,
      ErrorBoundary: BareFailure,
      children: [...routes, notFound],
    },
  ]
}

type OfRoot = Pick<Composition, 'navigation'>

const rootRoute = ({ navigation }: OfRoot) => ({
  id: 'root',
  loader: rootLoader,
  element: <Root navigation={navigation} />,
})

/** Sent if a page cannot be rendered in time. */
export const appShellRoutes = (composition: OfRoot): RouteObject[] => [
  { ...rootRoute(composition), children: [{ id: 'frame', path: '*', Component: Skeleton }] },
]

type Around = { composition: string; pages: Pages; stops: LiveStops }

function pageRoute(section: string, declared: DeclaredPage, { composition, pages, stops }: Around): RouteObject {
  const { pattern, requiresLogin } = declared
  const handle: PageHandle = { section, ...declared }
  const load = async (args: LoaderFunctionArgs, part: 'loader' | 'action') => {
    if (stops.of(section)) throw data(null, { status: 503 })
    if (requiresLogin) await guard(args.request)
    const page = await pages.load(section, pattern, args.request.url)
    return (await page[part]?.(args)) ?? null
  }
  return {
    id: `${section} ${pattern}`,
    path: pattern,
    handle,
    HydrateFallback: Skeleton,
    shouldRevalidate: unlessOnlyHash,
    loader: (args) => load(args, 'loader').catch(asPageError),
    action: (args) => load(args, 'action').catch(asPageError),
    // Separate components: patterns may share a page module, and React would keep the state of the previous page.
    Component() {
      const Page = pages.peek(section, pattern)?.Component ?? Skeleton
      return <Page />
    },
    ErrorBoundary() {
      const stopped = stops.of(section)
      if (stopped) return <Stopped {...stopped} />
      const Boundary = pages.peek(section, pattern)?.ErrorBoundary
      return Boundary ? <Boundary /> : <PageFailure section={section} composition={composition} />
    },
  }
}

/** Another place on the same page, or an overlay, needs no other data. */
function unlessOnlyHash({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search
  return defaultShouldRevalidate && !(isSamePage && currentUrl.hash !== nextUrl.hash)
}

/** The route of a stopped section: nothing is reported, and without a handle nothing is loaded. */
function stoppedRoute(section: string, { pattern }: DeclaredPage, { pages, stops }: Around): RouteObject {
  const notice = <StopNotice section={section} stops={stops} />
  return {
    id: `${section} ${pattern}`,
    path: pattern,
    async loader({ request }) {
      // This composition does not have it: if it is back by now, a fresh document does.
      if (!stops.of(section)) await pages.load(section, pattern, request.url).catch(() => {})
      throw data(null, { status: 503 })
    },
    element: notice,
    errorElement: notice,
  }
}

const StopNotice = ({ section, stops }: { section: string; stops: LiveStops }) => <Stopped {...stops.of(section)} />

const endWith = (status: number) => () => {
  throw data(null, { status })
}

/** The status of a page whose call failed: 404 for missing items, 503 for our own faults. */
function asPageError(error: unknown): never {
  if (isApiError(error)) throw data({ message: error.message }, { status: statusFor(error.code) })
  if (error instanceof SectionUnavailable) throw data(null, { status: 503 })
  throw error
}

const statusFor = (code: number) => (code === TOO_MANY ? TOO_MANY : isMissing(code) ? 404 : 503)
const TOO_MANY = 429

/** If the API refuses an address for any reason, nothing exists there. */
const isMissing = (code: number) => code >= 400 && code < 500 && ![401, 403, 408, TOO_MANY].includes(code)

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

function PageFailure({ section, composition }: { section: string; composition: string }) {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const reportId = useReport(error, section)
  if (isNotFound(error)) return <NotFound />
  const detail = isRouteErrorResponse(error) ? (error.data as { message?: string } | null)?.message : undefined
  const retry = () => {
    // A newer live composition may not have this problem.
    void renewTab(composition, location.href)
    void revalidate()
  }
  return <Failure detail={detail} reportId={reportId} busy={state === 'loading'} onRetry={retry} />
}

/** Shown if even the layout could not be rendered. */
function BareFailure() {
  return <Failure reportId={useReport(useRouteError(), 'shell')} onRetry={() => location.reload()} />
}

/** Reports a failure that is shown. Returns the id of the report, which a visitor can name. */
function useReport(error: unknown, part: string): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (isNotFound(error)) return
    const made = Math.random().toString(36).slice(2, 8)
    const message = isRouteErrorResponse(error) ? `status ${error.status}` : ((error as Error)?.message ?? error)
    report({ kind: 'boundary', part, message: `#${made} ${message}`, error })
    setId(made)
  }, [error, part])
  return id
}
