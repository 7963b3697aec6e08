import { Button } from '@marram/ui/button'
import { useState, useSyncExternalStore } from 'react'
import { hasUnsentEntries } from '../../versions/unsent-entries'
import css from './new-version-bar.module.css'

/** Offers the site's new version to a tab that has an older one, where nothing can be lost by it. */
export function NewVersionBar() {
  const { offered, later } = useNewVersion()
  return (
    <div role="status" className={css.place}>
      {offered && (
        <div className={css.bar}>
          <p className={css.words}>There is a new version of this site.</p>
          <Button size="small" onClick={() => location.reload()}>
            Load it
          </Button>
          <button type="button" className={css.later} onClick={later}>
            Not now
          </button>
        </div>
      )}
    </div>
  )
}

/** Where the edge names which composition a fresh page of this visitor would have. */
const ADDRESS = '/releases/composition'
const EVERY_MS = 5 * 60_000
const LEAST_MS = 20_000
const LOOK_MS = 1000

/** The id of the composition that this tab was opened with; undefined for a preview, which names itself. */
function ownComposition(): string | undefined {
  const { id } = JSON.parse(document.getElementById('marram-composition')?.textContent ?? '{}') as { id?: string }
  return id && /^[0-9a-f]{12}$/.test(id) ? id : undefined
}

async function liveComposition(): Promise<string | undefined> {
  try {
    const response = await fetch(ADDRESS, { cache: 'no-store' })
    return response.ok ? ((await response.json()) as { id: string }).id : undefined
  } catch {
    // Offline, or the edge is being replaced: asked again later.
    return undefined
  }
}

const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false
/** Nothing is begun that a fresh page would lose, and nothing shown that it cannot show again, such as a receipt. */
const isSafe = () => !isTyping() && !hasUnsentEntries() && !document.querySelector('dialog[open], [data-shown-once]')

/** The live composition, where it is not the tab's own. */
let found: string | undefined

function followLive(changed: () => void): () => void {
  const own = ownComposition()
  let last = performance.now()
  const ask = async () => {
    if (!own || document.visibilityState !== 'visible' || performance.now() - last < LEAST_MS) return
    last = performance.now()
    const live = await liveComposition()
    if (!live) return
    found = live === own ? undefined : live
    changed()
  }
  const timer = setInterval(ask, EVERY_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
    found = undefined
  }
}

function followPage(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_MS)
  document.addEventListener('input', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('input', changed)
  }
}

const followNothing = () => () => {}
const getFound = () => found
const getNothing = () => undefined
const getFalse = () => false

/** Whether to offer the site's new version now, and how to put that off until the next one. */
function useNewVersion(): { offered: boolean; later: () => void } {
  const [declined, setDeclined] = useState<string>()
  const live = useSyncExternalStore(followLive, getFound, getNothing)
  const waiting = live !== undefined && live !== declined
  const offered = useSyncExternalStore(waiting ? followPage : followNothing, waiting ? isSafe : getFalse, getFalse)
  return { offered, later: () => setDeclined(live) }
}
