import { createStore, del, get, set } from 'idb-keyval'

/** Log out removes this database (`shell/src/forget-drafts.ts`). Pictures are too large for local storage. */
const open = () => createStore('marram-drafts', 'pictures')

/** Pictures by the keys of their fields. */
type Pictures = Record<string, string>

export async function keepPictures(name: string, pictures: Pictures): Promise<void> {
  if (Object.keys(pictures).length > 0) await set(name, pictures, open())
  else await del(name, open())
}

/** Empty where nothing was kept, or the browser keeps nothing. */
export async function readPictures(name: string): Promise<Pictures> {
  try {
    return (await get<Pictures>(name, open())) ?? {}
  } catch {
    return {}
  }
}
