import type { Composition } from '@marram/release-contract/composition'
import type { KeptUntilLogout } from '@marram/release-contract/section'
import { unlessRefused } from '@marram/sdk/storage'

let declared: KeptUntilLogout[] = []

/** Notes what the sections of this composition store until the visitor logs out. */
export function noteKeptUntilLogout({ sections }: Composition): void {
  declared = Object.values(sections).flatMap(({ keptUntilLogout }) => keptUntilLogout ?? [])
}

/** Removes it, at a logout. A session that runs out removes nothing. */
export function forgetDrafts(): void {
  const prefixes = declared.flatMap(({ storagePrefixes }) => storagePrefixes)
  unlessRefused(() => {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (prefixes.some((prefix) => key.startsWith(prefix))) storage.removeItem(key)
    for (const database of declared.flatMap(({ databases }) => databases)) emptyDatabase(database)
  }, undefined)
}

/** Emptied, not deleted: that would wait for every page that has it open. */
function emptyDatabase(name: string): void {
  const opening = indexedDB.open(name)
  // It does not exist, and only its section may create it.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    const database = opening.result
    const stores = [...database.objectStoreNames]
    if (stores.length > 0) {
      const emptying = database.transaction(stores, 'readwrite')
      for (const store of stores) emptying.objectStore(store).clear()
    }
    database.close()
  }
}
