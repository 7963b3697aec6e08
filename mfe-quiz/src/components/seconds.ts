import { useSyncExternalStore } from 'react'

/** The time, in milliseconds, anew each second; undefined on the server and while the page hydrates. */
export const useSeconds = () => useSyncExternalStore(everySecond, thisSecond, () => undefined)

const thisSecond = () => Math.floor(Date.now() / 1000) * 1000

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
