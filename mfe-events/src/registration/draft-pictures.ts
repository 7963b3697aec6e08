import { createStore, del, entries, set } from 'idb-keyval'
import { isYoung } from './draft-store'

/** Log out empties this database (`shell/src/forget-drafts.ts`). Pictures are too large for local storage. */
const open = () => createStore('marram-drafts', 'pictures')

/** Pictures by the keys of their fields. */
type Pictures = Record<string, string>
type Kept = { at: number; pictures: Pictures }

export async function keepPictures(name: string, pictures: Pictures): Promise<void> {
  const kept: Kept = { at: Date.now(), pictures }
  if (Object.keys(pictures).length > 0) await set(name, kept, open())
  else await del(name, open())
}

/** Empty where nothing was kept, or the browser keeps nothing. Old ones are removed, of whichever form they are. */
export async function readPictures(name: string): Promise<Pictures> {
  try {
    const all = await entries<string, Kept>(open())
    for (const [other, kept] of all) if (!isYoung(kept)) await del(other, open())
    return all.find(([other, kept]) => other === name && isYoung(kept))?.[1].pictures ?? {}
  } catch {
    return {}
  }
}
