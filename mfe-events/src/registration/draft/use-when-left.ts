import { useEffect } from 'react'

/** Does something, fast, whenever the page may be seen for the last time. */
export function useWhenLeft(leave: () => void): void {
  useEffect(() => {
    const whenHidden = () => document.visibilityState === 'hidden' && leave()
    addEventListener('pagehide', leave)
    addEventListener('beforeunload', leave)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('beforeunload', leave)
      document.removeEventListener('visibilitychange', whenHidden)
      leave()
    }
  }, [leave])
}
