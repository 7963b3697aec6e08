import { listMainNews } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import type { Composition } from '@marram/release-contract/composition'
import { get } from '@marram/sdk/api-client'
import { report } from '@marram/sdk/report'
import { restoreSession } from '@marram/sdk/session'
import { absolute } from '@marram/ui/json-ld'
import { StructuredData } from '@marram/ui/structured-data'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  type LoaderFunctionArgs,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigation,
  useRevalidator,
} from 'react-router-dom'
import { Footer } from '../layout/footer/footer'
import { Header } from '../layout/header/header'
import css from '../layout/layout.module.css'
import bar from '../layout/loading-bar.module.css'
import { askBeforeUnload, LeaveQuestion } from '../layout/notices/leave-question'
import { NewVersionBar } from '../layout/notices/new-version-bar'
import offline from '../layout/notices/offline-bar.module.css'
import { Toasts } from '../layout/notices/toasts'
import { type NavItem, site } from '../layout/site'
import { keepSession } from '../session/keep-session'
import { endLeftSessionsOnline } from '../session/session-calls'
import { markReady } from '../start/ready'
import icon from '../styles/favicon.svg'
import { announceRenewal } from '../versions/renew-tab'
import { takeOverScrolling, useNavigationEffects } from './navigation-effects'
import { useSectionStyles } from './section-styles'

/** The footer's teaser. A failure is reported and never shown: the page is complete without it. */
export async function rootLoader({ request }: LoaderFunctionArgs) {
  try {
    const [latest] = await get(listMainNews, { query: { page: 1, page_size: 1 }, signal: request.signal })
    return { latest }
  } catch (error) {
    if (!request.signal.aborted) report({ kind: 'footer', message: String((error as Error).message) })
    return { latest: undefined }
  }
}

/** Starts background tasks of every page, and marks the page as ready. Returns a function that stops them. */
function begin(): () => void {
  const stops = [restoreSession(), keepSession(), endLeftSessionsOnline(), takeOverScrolling(), askBeforeUnload()]
  markReady()
  announceRenewal()
  return () => {
    for (const stop of stops) stop()
  }
}

/** The layout of every page, with links of sections by slot. On the home page the header is transparent. */
export function Root({ navigation = {} }: Pick<Composition, 'navigation'>) {
  const entriesOf = (slot: string): NavItem[] =>
    navigation[slot]?.map(({ title, path, about }) => ({ title, to: path, ...(about && { about }) })) ?? []
  const { latest } = useLoaderData<typeof rootLoader>()
  const { pathname } = useLocation()
  const home = pathname === '/'
  // There the page itself asks whether somebody wants the newsletter.
  const asksAlready = pathname === paths.newsletter()
  useEffect(begin, [])
  useNavigationEffects()
  useSectionStyles()
  return (
    <>
      <div className={css.frame} data-over={home || undefined}>
        <a className={css.skip} href="#main">
          Skip to main content
        </a>
        <LoadingBar />
        <Header over={home} entries={entriesOf('more')} />
        <OfflineBar />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer compact={!home} letters={!asksAlready} latest={latest} entries={entriesOf('footer')} />
        <NewVersionBar />
        <Toasts />
        <RouteAnnouncer />
      </div>
      <Organisation />
      <LeaveQuestion />
    </>
  )
}

/** Shown while a page is loaded; CSS hides it for quick ones. */
function LoadingBar() {
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  const idle = navigation.state === 'idle' && revalidator.state === 'idle'
  return idle ? null : <div className={bar.bar} role="progressbar" aria-label="Loading the page" />
}

/** Announces each new page to screen readers. The browser announces the first one. */
function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const announced = useRef(page)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (page === announced.current) return
    announced.current = page
    setTitle(document.title)
  }, [page])
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  )
}

/** Describes on the home page whom the site belongs to, for search engines. */
export function Organisation() {
  if (useLocation().pathname !== '/') return null
  return (
    <StructuredData
      of={{
        '@type': 'Organization',
        name: site.name,
        url: absolute('/'),
        logo: absolute(icon),
        telephone: site.phone.href.replace('tel:', ''),
        address: site.address.join(', '),
        sameAs: site.social.map(({ href }) => href),
      }}
    />
  )
}

function followNetwork(changed: () => void): () => void {
  const ending = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, changed, { signal: ending.signal })
  return () => ending.abort()
}

function OfflineBar() {
  const online = useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div className={offline.place} role="status">
      {!online && <p className={offline.bar}>You are offline. What you type stays on this page.</p>}
    </div>
  )
}
