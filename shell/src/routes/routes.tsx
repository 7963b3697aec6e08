import type { Composition } from '@marram/release-contract/composition'
import type { StoppedPart } from '@marram/release-contract/discovery'
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
  useRevalidator,
  useRouteError,
} from 'react-router-dom'
import { type PageHandle, type Pages, SectionUnavailable } from '../federation/pages'
import { NOT_FOUND } from '../layout/header/nav-link'
import { Failure, NotFound, Skeleton, Stopped } from '../layout/states/states'
import { guard } from '../session/guard'
import { Root, rootLoader } from './root'

/**
 * One ordinary route per declared pattern: its loader loads the page module and delegates,
 * its component looks the loaded page up. Nothing is discovered and nothing is lazy for the router.
 */
export function makeRoutes(composition: Composition, pages: Pages): RouteObject[] {
  const routes = Object.entries(composition.sections)
    .flatMap(([section, { pages: declared, stopped }]) => declared.map((page) => ({ section, page, stopped })))
    // The edge's order: between equals the router takes the first.
    .sort((a, b) => comparePatterns(a.page.pattern, b.page.pattern))
    .map(({ section, page, stopped }) =>
      stopped ? stoppedRoute(section, page, stopped) : pageRoute(section, page, pages),
    )
  const notFound: RouteObject = {
    id: NOT_FOUND,
    path: '*',
    loader: missing,
    Component: NotFound,
    ErrorBoundary: NotFound,
  }
  return [
    {
      id: 'root',
      loader: rootLoader,
      shouldRevalidate: () => false,
      Component: Root,
      HydrateFallback: Skeleton,
      ErrorBoundary: BareFailure,
      children: [...routes, notFound],
    },
  ]
}

/** The app shell: everything but the page. Sent where a page cannot be rendered in time. */
export const appShellRoutes = (): RouteObject[] => [
  { id: 'root', loader: rootLoader, Component: Root, children: [{ id: 'frame', path: '*', Component: Skeleton }] },
]

function pageRoute(section: string, declared: DeclaredPage, pages: Pages): RouteObject {
  const { pattern, requiresLogin } = declared
  const handle: PageHandle = { section, pattern, requiresLogin, private: declared.private }
  const load = async (args: LoaderFunctionArgs, part: 'loader' | 'action') => {
    if (requiresLogin) await guard(args.request)
    const page = await pages.load(section, pattern, args.request.url)
    return (await page[part]?.(args)) ?? null
  }
  const id = `${section} ${pattern}`
  return {
    id,
    path: pattern,
    handle,
    HydrateFallback: Skeleton,
    loader: (args) => load(args, 'loader').catch(asPageError),
    action: (args) => load(args, 'action').catch(asPageError),
    // By key, since two patterns may have one component: another page begins anew.
    element: <SectionPage key={id} pages={pages} section={section} pattern={pattern} />,
    errorElement: <SectionBoundary key={id} pages={pages} section={section} pattern={pattern} />,
  }
}

type Place = { pages: Pages; section: string; pattern: string }

function SectionPage({ pages, section, pattern }: Place) {
  const page = pages.peek(section, pattern)
  return page ? <page.Component /> : <Skeleton />
}

function SectionBoundary({ pages, section, pattern }: Place) {
  const Boundary = pages.peek(section, pattern)?.ErrorBoundary
  return Boundary ? <Boundary /> : <PageFailure section={section} />
}

/**
 * A release manager took the section away for a while: nothing failed, so nothing is reported. No handle: there is
 * nothing of it to load before hydration.
 */
function stoppedRoute(section: string, { pattern }: DeclaredPage, { notice }: StoppedPart): RouteObject {
  return {
    id: `${section} ${pattern}`,
    path: pattern,
    loader: () => {
      throw data(null, { status: 503 })
    },
    element: <Stopped notice={notice} />,
    errorElement: <Stopped notice={notice} />,
  }
}

const missing = () => {
  throw data(null, { status: 404 })
}

/** A failed call becomes a page with the right status: what cannot be there is a 404, the rest is ours to repair. */
function asPageError(error: unknown): never {
  if (isApiError(error)) throw data({ message: error.message }, { status: statusFor(error.code) })
  if (error instanceof SectionUnavailable) throw data(null, { status: 503 })
  throw error
}

/** What one visitor asked too often is no failure of the page. */
const statusFor = (code: number) => (code === TOO_MANY ? TOO_MANY : isMissing(code) ? 404 : 503)
const TOO_MANY = 429

/** An address that the API refuses names nothing, however it is refused. */
const isMissing = (code: number) => code >= 400 && code < 500 && ![401, 403, 408, TOO_MANY].includes(code)

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

function PageFailure({ section }: { section: string }) {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const reportId = useReport(error, section)
  if (isNotFound(error)) return <NotFound />
  const detail = isRouteErrorResponse(error) ? (error.data as { message?: string } | null)?.message : undefined
  return <Failure detail={detail} reportId={reportId} busy={state === 'loading'} onRetry={() => revalidate()} />
}

/** The shell's own last resort, where not even the layout could be rendered. */
function BareFailure() {
  return <Failure reportId={useReport(useRouteError(), 'shell')} onRetry={() => location.reload()} />
}

/** Reports a failure that is shown. Its id stands in the report and on the page, so that a visitor can name it. */
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
