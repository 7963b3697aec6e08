import { useState } from 'react'
import { Problem, useSending } from '../forms/sending'
import { Button } from './page'

type Page<Item, Place> = { items: Item[]; next: Place | null }

/**
 * A list that is polled, with older items on request: `all` has both, `button` loads more as long as there is more.
 * The newest items at the time of the first request stay, also when newer ones have come.
 */
export function useOlder<Item extends { id: string | number }, Place>(
  newest: Page<Item, Place>,
  read: (before: Place) => Promise<Page<Item, Place>>,
) {
  const [older, setOlder] = useState<Page<Item, Place>>()
  const { busy, problem, run } = useSending()
  const before = older ? older.next : newest.next
  const readOn = async (from: Place) => {
    const { items, next } = await read(from)
    setOlder({ items: [...(older?.items ?? newest.items), ...items], next })
  }
  // An item that changes, such as a composition that is live again, moves to its new place.
  const fresh = new Set(newest.items.map(({ id }) => id))
  const all = [...newest.items, ...(older?.items ?? []).filter(({ id }) => !fresh.has(id))]
  const button = (
    <>
      <Problem>{problem}</Problem>
      {before !== null && (
        <Button busy={busy} onClick={() => run(() => readOn(before))}>
          {busy ? 'Reading …' : 'Show older'}
        </Button>
      )}
    </>
  )
  return { all, button }
}
