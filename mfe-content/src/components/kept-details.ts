import { useRef, useState, useSyncExternalStore } from 'react'

const KEY = 'marram:commenter'
const empty = { name: '', email: '', website: '' }
export type Details = typeof empty

/** Who writes, kept in this browser while `kept` is true, and restored on the next page that asks. */
export function useKeptDetails() {
  const [restoreOnce] = useState(() => {
    let restored: Details | undefined | 'not yet' = 'not yet'
    return () => {
      if (restored === 'not yet') restored = restore()
      return restored
    }
  })
  // The page of the server has none: they come after it is hydrated.
  const found = useSyncExternalStore(neverChanges, restoreOnce, () => undefined)
  const [typed, setTyped] = useState<Partial<Details>>({})
  const [wanted, setWanted] = useState<boolean>()
  const [refused, setRefused] = useState(false)
  const details = { ...empty, ...found, ...typed }
  const kept = wanted ?? found !== undefined
  /** Several fields may change before the next render, by what was typed before the page responded. */
  const latest = useRef(details)
  latest.current = details

  const keepLatest = () => {
    const isKept = store(latest.current)
    setWanted(isKept)
    setRefused(!isKept)
  }
  return {
    details,
    change: (part: Partial<Details>) => {
      latest.current = { ...latest.current, ...part }
      setTyped((before) => ({ ...before, ...part }))
      if (kept) keepLatest()
    },
    kept,
    keep: (wanted: boolean) => {
      if (wanted) return keepLatest()
      forget()
      setRefused(false)
      setWanted(false)
    },
    /** The browser keeps nothing for us: a private window, a full disk. */
    refused,
  }
}

const neverChanges = () => () => {}

function restore(): Details | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof found !== 'object' || found === null) return undefined
    const text = (name: keyof Details) => (typeof found[name] === 'string' ? found[name] : '')
    return { name: text('name'), email: text('email'), website: text('website') }
  } catch {
    // Storage is refused, or something else is there: as if nothing was kept.
    return undefined
  }
}

function store(details: Details): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(details))
    return true
  } catch {
    return false
  }
}

function forget(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Where storage is refused nothing was kept either.
  }
}
