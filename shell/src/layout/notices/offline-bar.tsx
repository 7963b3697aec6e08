import { useSyncExternalStore } from 'react'
import css from './offline-bar.module.css'

function follow(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Shown for as long as there is no network. */
export function OfflineBar() {
  const online = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div className={css.place} role="status">
      {!online && <p className={css.bar}>You are offline. What you type is kept.</p>}
    </div>
  )
}
