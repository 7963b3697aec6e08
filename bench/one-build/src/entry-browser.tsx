import '@marram/shell/src/styles/shell.css'
import type { PublicConfiguration } from '@marram/release-contract/composition'
import { configureClient } from '@marram/sdk/api-client'
import { configure } from '@marram/sdk/configuration'
import { accessToken } from '@marram/sdk/session'
import type { PageHandle, PageModule, Pages } from '@marram/shell/src/federation/pages'
import { makeRoutes } from '@marram/shell/src/routes/routes'
import { renewedToken } from '@marram/shell/src/session/renew-session'
import { rememberEarlyInput } from '@marram/shell/src/start/early-input'
import { setStartMode } from '@marram/shell/src/start/ready'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router-dom'
import { composition, sections } from './sections'

const read = <T,>(id: string): T => JSON.parse(document.getElementById(id)?.textContent ?? 'null') as T

const loaded = new Map<string, PageModule>()
const pages: Pages = {
  peek: (section, pattern) => loaded.get(`${section} ${pattern}`),
  async load(section, pattern) {
    const page = await sections[section]?.pages[pattern]?.()
    if (!page) throw new Error(`${section} has no page for ${pattern}`)
    loaded.set(`${section} ${pattern}`, page)
    return page
  },
}

async function start(): Promise<void> {
  const settings = read<PublicConfiguration>('marram-configuration')
  configure(settings)
  configureClient({ baseUrl: settings.apiBase, accessToken, renewToken: renewedToken })
  const routes = makeRoutes(composition, pages)
  const state = read<HydrationState | null>('marram-state')
  rememberEarlyInput()
  const container = document.getElementById('root') as HTMLElement
  if (!state) {
    createRoot(container).render(<App router={createBrowserRouter(routes)} />)
    return
  }
  for (const { route } of matchRoutes(routes, location) ?? []) {
    const handle = route.handle as PageHandle | undefined
    if (handle) await pages.load(handle.section, handle.pattern)
  }
  setStartMode('hydrated')
  // In slices, as the shell does.
  startTransition(
    () => void hydrateRoot(container, <App router={createBrowserRouter(routes, { hydrationData: state })} />),
  )
}

const App = ({ router }: { router: ReturnType<typeof createBrowserRouter> }) => (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
)

void start()
