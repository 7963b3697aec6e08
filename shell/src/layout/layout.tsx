import { Outlet, useLocation } from 'react-router-dom'
import { Footer, type LatestPost } from './footer/footer'
import { Header } from './header/header'
import css from './layout.module.css'
import { LoadingBar } from './notices/loading-bar'
import { NewVersionBar } from './notices/new-version-bar'
import { OfflineBar } from './notices/offline-bar'
import { RouteAnnouncer } from './notices/route-announcer'
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
