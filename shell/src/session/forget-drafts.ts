/**
 * What sections keep of forms and quizzes: entries of storage under these names, and this database for what is too large
 * for that. Whoever logs out leaves nothing of theirs behind; a session that merely runs out takes nothing away.
 */
const PREFIXES = ['marram:draft:', 'marram:quiz:']
const DATABASE = 'marram-drafts'

export function forgetDrafts(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (PREFIXES.some((prefix) => key.startsWith(prefix))) storage.removeItem(key)
    emptyDatabase()
  } catch {
    // Where storage is refused nothing was kept either.
  }
}

/** Emptied, not deleted: that would wait for every page that has it open. */
function emptyDatabase(): void {
  const opening = indexedDB.open(DATABASE)
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
