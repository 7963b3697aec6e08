import { compositionIdPattern } from '@marram/release-contract/composition-id'
import { Button } from '@marram/ui/button'
import { useState, useSyncExternalStore } from 'react'
import { hasUnsentEntries } from '../../versions/unsent-entries'
import css from './new-version-bar.module.css'

/** Offers a new version of the site if loading it would lose nothing. */
export function NewVersionBar() {
  const live = useSyncExternalStore(
    followLive,
    () => found,
    () => undefined,
  )
  const [declined, setDeclined] = useState<string>()
  return (
    <div role="status" className={css.place}>
      {live !== undefined && live !== declined && <Offer onDecline={() => setDeclined(live)} />}
    </div>
  )
}

function Offer({ onDecline }: { onDecline: () => void }) {
  const shown = useSyncExternalStore(followPage, isSafe)
  if (!shown) return null
  return (
    <div className={css.bar}>
      <p className={css.words}>There is a new version of this site.</p>
      <Button size="small" onClick={() => location.reload()}>
        Load it
      </Button>
      <button type="button" className={css.later} onClick={onDecline}>
        Not now
      </button>
    </div>
  )
}

/** The composition that a page load would give this visitor now. */
const ADDRESS = '/releases/composition'
const EVERY_MS = 5 * 60_000
const LEAST_MS = 20_000
const LOOK_MS = 1000

/** The id of this tab's composition; undefined for a preview, which has a bar of its own. */
function ownComposition(): string | undefined {
  const { id } = JSON.parse(document.getElementById('marram-composition')?.textContent ?? '{}') as { id?: string }
  return id && compositionIdPattern.test(id) ? id : undefined
}

const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false
/** Whether a page load would lose no entries, and nothing that is shown only once, such as a receipt. */
const isSafe = () => !isTyping() && !hasUnsentEntries() && !document.querySelector('dialog[open], [data-shown-once]')

/** The live composition, if it is not the tab's own. */
let found: string | undefined

function followLive(changed: () => void): () => void {
  const own = ownComposition()
  let last = performance.now()
  const ask = async () => {
    if (!own || document.visibilityState !== 'visible' || performance.now() - last < LEAST_MS) return
    last = performance.now()
    const live = (await fetch(ADDRESS, { cache: 'no-store' })
      .then((response) => (response.ok ? response.json() : undefined))
      // Offline, or the edge restarts: the next poll tries again.
      .catch(() => undefined)) as { id: string } | undefined
    if (!live) return
    found = live.id === own ? undefined : live.id
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
