import { visibleText } from './visible-text'

/** Whether an item's title or text (HTML) has every word of `q`, in any form of its letters. */
export function matching(q: string): (item: { title: string; description: string }) => boolean {
  const words = plain(q).split(/\s+/)
  return ({ title, description }) => {
    const text = plain(`${title} ${visibleText(description)}`)
    return words.every((word) => text.includes(word))
  }
}

/** Without case, accents and the difference between typed and printed apostrophes. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").toLowerCase().trim()
