import { type RefObject, useEffect, useRef } from 'react'
import { watchDraft } from './draft-store'

type Listeners = {
  /** Another registration was kept in the place of this one. */
  onReplaced: () => void
  /** The other one has gone from there, sent or forgotten. */
  onRoom: () => void
  /** This one was removed. */
  onRemoved: () => void
}

/**
 * What tabs with the same form do to each other's drafts. One with the same key is the same registration, opened twice:
 * what it keeps is newer, and no reason to keep this one again.
 */
export function useOtherTabs(name: string, key: RefObject<string | undefined>, listeners: Listeners): void {
  const latest = useRef(listeners)
  latest.current = listeners
  useEffect(() => {
    let replaced = false
    return watchDraft(name, (change) => {
      const { onReplaced, onRoom, onRemoved } = latest.current
      if (typeof change === 'object') {
        replaced = change.kept.key !== key.current
        if (replaced) onReplaced()
      } else if (change === 'forgotten' && replaced) {
        replaced = false
        onRoom()
      } else {
        replaced = false
        onRemoved()
      }
    })
  }, [name, key])
}
