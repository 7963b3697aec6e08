import { createStore, entries, promisifyRequest } from 'idb-keyval'
import type { FormValues } from '../fields/field'
import { isYoung, readDraft } from './draft-store'

/** A logout empties it, by `src/section.ts`. One connection, so that a deletion right after a write takes effect. */
const database = createStore('marram-drafts', 'pictures')

type Stored = { at: number; pictures: FormValues }

/** Committed before the browser has finished: else a page that ends meanwhile would lose its last change. */
const change = (make: (store: IDBObjectStore) => void): Promise<void> =>
  database('readwrite', (store) => {
    make(store)
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })

export async function keepPictures(name: string, pictures: FormValues): Promise<void> {
  const stored: Stored = { at: Date.now(), pictures }
  await change((store) => {
    if (Object.keys(pictures).length > 0) store.put(stored, name)
    else store.delete(name)
  })
}

/** Some browsers never finish opening a database. */
const PATIENCE_MS = 10_000

/** Removes old ones, of whichever form, unless their draft is still there. Throws if the browser does not give any. */
export async function readPictures(name: string): Promise<FormValues> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the database does not respond')), PATIENCE_MS)
  })
  const all = await Promise.race([entries<string, Stored>(database), late])
  const isCurrent = ([other, stored]: [string, Stored]) => isYoung(stored) || readDraft(other) !== undefined
  const old = all.filter((each) => !isCurrent(each))
  const remove = (store: IDBObjectStore) => {
    for (const [other] of old) store.delete(other)
  }
  if (old.length > 0) await Promise.race([change(remove), late])
  return all.find((each) => each[0] === name && isCurrent(each))?.[1].pictures ?? {}
}
