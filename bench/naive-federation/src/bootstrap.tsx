import '@marram/shell/src/styles/shell.css'
import type { Composition, PublicConfiguration } from '@marram/release-contract/composition'
import { configureClient } from '@marram/sdk/api-client'
import { configure } from '@marram/sdk/configuration'
import { accessToken } from '@marram/sdk/session'
import type { PageModule, Pages, SectionModule } from '@marram/shell/src/federation/pages'
import { makeRoutes } from '@marram/shell/src/routes/routes'
import { renewedToken } from '@marram/shell/src/session/renew-session'
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'

/** What is asked for first of all. */
type Discovery = { composition: Composition; manifests: Record<string, string> }

const loaded = new Map<string, PageModule>()
const pages: Pages = {
  peek: (section, pattern) => loaded.get(`${section} ${pattern}`),
  async load(section, pattern) {
    const remote = await loadRemote<SectionModule>(`${section}/section`)
    const page = await remote?.pages[pattern]?.()
    if (!page) throw new Error(`${section} has no page for ${pattern}`)
    loaded.set(`${section} ${pattern}`, page)
    return page
  },
}

const settings: PublicConfiguration = JSON.parse(document.getElementById('marram-configuration')?.textContent ?? '{}')
const { composition, manifests }: Discovery = await (await fetch('/discovery.json')).json()
registerRemotes(
  Object.entries(manifests).map(([alias, entry]) => ({ name: `naive_${alias.replace('mfe-', '')}`, alias, entry })),
)
configure(settings)
configureClient({ baseUrl: settings.apiBase, accessToken, renewToken: renewedToken })
createRoot(document.getElementById('root') as HTMLElement).render(
  <RouterProvider router={createBrowserRouter(makeRoutes(composition, pages))} />,
)
