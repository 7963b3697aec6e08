import { useEffect, useState } from 'react'

const KEY = 'marram:commenter'
const nobody = { name: '', email: '', website: '' }
export type Details = typeof nobody

/** Who writes, kept in this browser while `kept` is true, and restored on the next page that asks. */
export function useKeptDetails() {
  const [details, setDetails] = useState(nobody)
  const [kept, setKept] = useState(false)
  const [refused, setRefused] = useState(false)

  // Only now, so that server and browser render the same; what was typed meanwhile counts more.
  useEffect(() => {
    const found = restore()
    if (!found) return
    setKept(true)
    setDetails((typed) => ({
      name: typed.name || found.name,
      email: typed.email || found.email,
      website: typed.website || found.website,
    }))
  }, [])

  useEffect(() => {
    if (!kept || store(details)) return
    setKept(false)
    setRefused(true)
  }, [kept, details])

  return {
    details,
    change: (part: Partial<Details>) => setDetails((before) => ({ ...before, ...part })),
    kept,
    keep: (wanted: boolean) => {
      if (!wanted) forget()
      setRefused(false)
      setKept(wanted)
    },
    /** The browser keeps nothing for us: a private window, a full disk. */
    refused,
  }
}

function restore(): Details | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof found !== 'object' || found === null) return undefined
    const text = (name: keyof Details) => (typeof found[name] === 'string' ? found[name] : '')
    return { name: text('name'), email: text('email'), website: text('website') }
  } catch {
    // Storage is refused, or somebody else wrote there: as if nothing was kept.
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
