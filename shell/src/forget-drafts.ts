/**
 * What sections keep of unsent forms: entries of local storage under `marram:draft:`, and this database for what is too
 * large for that. Whoever logs out leaves nothing of theirs behind; a session that merely runs out takes nothing away.
 */
const PREFIX = 'marram:draft:'
const DATABASE = 'marram-drafts'

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // Where storage is refused nothing was kept either.
  }
}
