import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation, useRevalidator } from 'react-router-dom'
import { Footer, type LatestPost } from './footer/footer'
import { Header } from './header/header'
import css from './layout.module.css'
import bar from './loading-bar.module.css'
import { NewVersionBar } from './notices/new-version-bar'
import { OfflineBar } from './notices/offline-bar'
import { Toasts } from './notices/toasts'

/** What stands around every page. Home lies under a transparent header. */
export function Layout({ latest }: { latest?: LatestPost }) {
  const home = useLocation().pathname === '/'
  return (
    <div className={css.frame} data-over={home || undefined}>
      <a className={css.skip} href="#main">
        Skip to main content
      </a>
      <LoadingBar />
      <Header over={home} />
      <OfflineBar />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer latest={latest} />
      <NewVersionBar />
      <Toasts />
      <RouteAnnouncer />
    </div>
  )
}

/** A thin bar while the next page is fetched, or this one again; quick ones never show it. */
function LoadingBar() {
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  const idle = navigation.state === 'idle' && revalidator.state === 'idle'
  return idle ? null : <div className={bar.bar} role="progressbar" aria-label="Loading the page" />
}

/** Announces to screen readers which page arrived, or what it shows now. The first page is announced by the browser itself. */
function RouteAnnouncer() {
  const location = useLocation()
  const first = useRef(location)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (location !== first.current) setTitle(document.title)
  }, [location])
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  )
}
