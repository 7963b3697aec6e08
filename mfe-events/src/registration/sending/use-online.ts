import { useEffect, useRef, useState } from 'react'

/** Lets something wait for a connection. It is done by `whenOnline` as soon as there is one. */
export function useOnline(whenOnline: () => void) {
  const [waiting, setWaiting] = useState(false)
  const latest = useRef(whenOnline)
  latest.current = whenOnline
  useEffect(() => {
    if (!waiting) return
    const go = () => {
      setWaiting(false)
      latest.current()
    }
    addEventListener('online', go, { once: true })
    return () => removeEventListener('online', go)
  }, [waiting])
  return {
    /** Browsers may say that they are online where they are not, never the reverse. */
    now: () => navigator.onLine,
    waiting,
    wait: () => setWaiting(true),
    stopWaiting: () => setWaiting(false),
  }
}
