import { createStore, entries, promisifyRequest } from 'idb-keyval'
import { isYoung, readDraft } from './draft-store'

/**
 * A logout empties this database, as `src/section.ts` says. Pictures are too large for local storage. One connection for
 * all: what is forgotten right after it was kept stays forgotten, and the last change needs no time to connect.
 */
const database = createStore('marram-drafts', 'pictures')

/** Pictures by the keys of their fields. */
export type Pictures = Record<string, string>
type Kept = { at: number; pictures: Pictures }

/** Committed before the browser has finished: else a page that ends meanwhile would lose its last change. */
const change = (make: (store: IDBObjectStore) => void): Promise<void> =>
  database('readwrite', (store) => {
    make(store)
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })

export async function keepPictures(name: string, pictures: Pictures): Promise<void> {
  const kept: Kept = { at: Date.now(), pictures }
  await change((store) => {
    if (Object.keys(pictures).length > 0) store.put(kept, name)
    else store.delete(name)
  })
}

/** Empty where nothing was kept. Old ones are removed, of whichever form they are, unless their draft is still there. */
export async function readPictures(name: string): Promise<Pictures> {
  const all = await entries<string, Kept>(database)
  const lives = ([other, kept]: [string, Kept]) => isYoung(kept) || readDraft(other) !== undefined
  const old = all.filter((each) => !lives(each))
  if (old.length > 0)
    await change((store) => {
      for (const [other] of old) store.delete(other)
    })
  return all.find((each) => each[0] === name && lives(each))?.[1].pictures ?? {}
}
