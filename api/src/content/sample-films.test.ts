import { beforeAll, describe, expect, it } from 'vitest'
import { sampleContent } from '../testing/test-app'
import { readContentFolder } from './read-folder'

/**
 * An id of YouTube is 64 bits in eleven letters, so two bits of the last letter are always 0. One where they are not
 * was never given to a film: nothing but Marram's own can ever play under Marram's titles.
 */
const neverGiven = /^[\w-]{10}(?![AEIMQUYcgkosw048])[\w-]$/

describe('the films of the sample content', () => {
  let films: { slug: string; keyword: string; link?: string | null }[]
  beforeAll(async () => {
    const items = (await readContentFolder(sampleContent)).flatMap(({ items }) => items)
    films = items.filter((item) => item.keyword) as typeof films
  })

  it('are there', () => {
    expect(films.map(({ slug }) => slug)).toContain('home')
  })

  it('are nobody else’s', () => {
    for (const { slug, keyword } of films) {
      expect(keyword, slug).toMatch(/^marram-/)
      expect(keyword, slug).toMatch(neverGiven)
    }
  })

  it('are the ones that they link to', () => {
    for (const { slug, keyword, link } of films)
      if (link) expect(link, slug).toBe(`https://www.youtube.com/watch?v=${keyword}`)
  })
})
