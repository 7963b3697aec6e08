import type { Composition } from '@marram/release-contract/composition'
import type { KeptUntilLogout } from '@marram/release-contract/section'

let declared: KeptUntilLogout[] = []

/** Notes what the sections of this composition keep until the visitor logs out. Called once, by the start. */
export function noteKeptUntilLogout({ sections }: Composition): void {
  declared = Object.values(sections).flatMap(({ keptUntilLogout }) => keptUntilLogout ?? [])
}

/** A logout leaves nothing of the visitor's in the browser; a session that merely runs out takes nothing away. */
export function forgetDrafts(): void {
  const prefixes = declared.flatMap(({ storagePrefixes }) => storagePrefixes)
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (prefixes.some((prefix) => key.startsWith(prefix))) storage.removeItem(key)
    for (const database of declared.flatMap(({ databases }) => databases)) emptyDatabase(database)
  } catch {
    // Where storage is refused nothing was kept either.
  }
}

/** Emptied, not deleted: that would wait for every page that has it open. */
function emptyDatabase(name: string): void {
  const opening = indexedDB.open(name)
  // It is not there, and is not made here: its stores are the sections' own.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    const database = opening.result
    const stores = [...database.objectStoreNames]
    if (stores.length > 0) {
      const emptying = database.transaction(stores, 'readwrite')
      for (const store of stores) emptying.objectStore(store).clear()
    }
    // Once that is done.
    database.close()
  }
}
