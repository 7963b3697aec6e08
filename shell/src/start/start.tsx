import { type Composition, type PublicConfiguration, searchIn } from '@marram/release-contract/composition'
import { configureClient } from '@marram/sdk/api-client'
import { configure } from '@marram/sdk/configuration'
import { report } from '@marram/sdk/report'
import { accessToken, useSession } from '@marram/sdk/session'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom'
import { DataAhead } from '../ahead/data-ahead'
import { codeAhead, fetchAhead } from '../ahead/fetch-ahead'
import { type FederatedPages, federatedPages } from '../federation/federated-pages'
import type { PageHandle } from '../federation/pages'
import type { Provided } from '../federation/share-scope'
import { makeRoutes } from '../routes/routes'
import { noteKeptUntilLogout } from '../session/forget-drafts'
import { guardAgain } from '../session/guard'
import { renewedToken } from '../session/renew-session'
import { leave } from '../session/session-calls'
import { noteLoad, noteOpened, noteShellFault, startEvidence, startReports } from '../telemetry/evidence'
import { LATE_MS, watchLoader } from '../telemetry/late-loaders'
import { liveStops } from '../versions/live-stops'
import { renewTab } from '../versions/renew-tab'
import { holdEvents, passEvents } from './early-events'
import { holdHistory, repeatHistory } from './early-history'
import { rememberEarlyInput } from './early-input'
import { setStartMode } from './ready'

const read = <T,>(id: string): T => JSON.parse(document.getElementById(id)?.textContent ?? 'null') as T

/** Hydrates the page that the server rendered, or renders it. */
export async function start(provided: Provided): Promise<void> {
  const composition = read<Composition>('marram-composition')
  const settings = read<PublicConfiguration>('marram-configuration')
  startEvidence(composition)
  startReports(composition.id)
  configure({ ...settings, ...searchIn(composition) })
  noteKeptUntilLogout(composition)
  useSession.setState({ logOut: leave })
  configureClient({
    baseUrl: settings.apiBase,
    accessToken,
    renewToken: (refused) =>
      renewedToken(refused).catch((error: Error) => {
        report({ kind: 'session', message: error.message })
        return undefined
      }),
    onSurprise: (call, [first]) =>
      report({ kind: 'surprise', message: `${call}: ${first?.path} is ${first?.found}, expected ${first?.expected}` }),
  })
  const stops = liveStops(composition)
  const isStopped = (section: string) => stops.of(section) !== undefined
  const pages = federatedPages(composition, provided, {
    ...{ onOpen: noteOpened, onLoad: noteLoad, onShellFault: noteShellFault, isStopped },
  })
  const ahead = new DataAhead()
  let started = false
  const load: FederatedPages['load'] = async (section, pattern, address = location.href) => {
    try {
      const page = ahead.within(await pages.load(section, pattern))
      const message = `the loader of ${pattern} has not ended within ${LATE_MS} ms`
      return watchLoader(page, () => report({ kind: 'late', part: section, message }))
    } catch (error) {
      // Reloading a document that was just loaded would change nothing.
      if (started) await renewTab(composition.id, address)
      throw error
    }
  }
  const routes = makeRoutes(composition, { ...pages, load }, stops)
  const state = read<object | null>('marram-state')
  const isLoaded = await loadMatched(routes, pages, composition)
  const isThere = document.documentElement.dataset.address === location.pathname + location.search
  const same = isLoaded && isThere && state !== null
  const container = document.getElementById('root') as HTMLElement
  // The router revives the server's errors only in a state that it finds here.
  if (same) {
    Object.assign(window, { __staticRouterHydrationData: state })
    holdHistory()
  }
  const router = createBrowserRouter(routes)
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  if (same) {
    rememberEarlyInput()
    setStartMode('hydrated')
    holdEvents()
    // In slices: a page with a form would block all input for half a second on a slow phone.
    startTransition(() => void hydrateRoot(container, app, { onRecoverableError, onCaughtError }))
  } else {
    // The server's markup is the app shell, or belongs to another release: it stays until the fresh page is ready.
    await initialised(router)
    rememberEarlyInput()
    container.textContent = ''
    createRoot(container).render(app)
  }
  started = true
  stops.follow((parts) => {
    const { location, matches } = router.state
    const isOwn = matches.some(({ route }) => parts.includes(route.id.split(' ', 1)[0] as string))
    // A navigation to the current address: with a mere revalidation, the router would show no page after an error.
    if (isOwn) void router.navigate(location, { replace: true, state: location.state })
  })
  guardAgain(router)
  fetchAhead(routes, pages, ahead)
  codeAhead(routes, pages)
}

/** Loads the page of the current URL. True when it came from the release that the server rendered. */
async function loadMatched(routes: RouteObject[], pages: FederatedPages, composition: Composition): Promise<boolean> {
  let same = true
  for (const { route } of matchRoutes(routes, location) ?? []) {
    const handle = route.handle as PageHandle | undefined
    if (!handle) continue
    const { section, pattern } = handle
    try {
      await pages.load(section, pattern)
      same &&= pages.version(section, pattern) === composition.sections[section]?.releases[0]?.version
    } catch (error) {
      same = false
      pages.failOnce(section, pattern, error)
    }
  }
  return same
}

type Router = ReturnType<typeof createBrowserRouter>

function initialised(router: Router): Promise<void> {
  if (router.state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })
}

function onRecoverableError(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  const message = String((error as Error)?.message ?? error)
  // React's own file is at the top of the stack; the component stack has the place.
  const found = componentStack ? Object.assign(new Error(message), { stack: componentStack }) : error
  report({ kind: 'hydration', message, error: found })
  console.error(error)
}

/** Where even the layout failed, nothing tells that the page is ready: what is held must not wait for ever. */
function onCaughtError(error: unknown): void {
  console.error(error)
  passEvents()
  repeatHistory()
}
