import { beforeAll, describe, expect, it } from 'vitest'
import { sampleContent } from '../testing/sample-content'
import { readContentFolder } from './content-folder'

/**
 * The id of a YouTube film is 64 bits in eleven letters, so two bits of the last letter are always 0. An id with other
 * bits was never given to a film, so no real film can play under Marram's titles.
 */
const ours = /^marram-[\w-]{3}(?![AEIMQUYcgkosw048])[\w-]$/
const watch = 'https://www.youtube.com/watch?v='

describe('the films of the sample content', () => {
  let films: { slug: string; keyword?: string; link?: string }[]
  beforeAll(async () => {
    const items = (await readContentFolder(sampleContent)).flatMap(({ items }) => items)
    films = items.filter(({ keyword, link }) => keyword || String(link).startsWith(watch)) as typeof films
  })

  it('exist', () => {
    expect(films.map(({ slug }) => slug)).toContain('home')
  })

  it('have made-up ids, marram- and four letters, so they are no real films', () => {
    for (const { slug, keyword, link } of films) {
      const id = keyword ?? link?.slice(watch.length)
      expect(id, slug).toMatch(ours)
      if (link) expect(link, slug).toBe(watch + id)
    }
  })
})
