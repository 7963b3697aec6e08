import { oddText } from '@marram/server/testing/any-json'
import { runs } from '@marram/server/testing/how-often'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { collections } from './collections'
import { readItemFile, writeItemFile } from './content-folder'

it('reads back what it wrote, whatever the text', () => {
  const item = {
    title: '1976',
    place: ' a ',
    list: ['x'],
    open: true,
    date: '2026-11-09',
    note: '{',
    long: 'a\nb',
    description: '<p>a</p>',
  }
  expect(readItemFile('x', writeItemFile(item))).toEqual(item)
})

const text = fc.oneof(
  oddText,
  fc.string({ unit: fc.constantFrom('-', '\n', '\r', ' ', '\u2028', '"', '{', '1', ':', '\t', '\ufeff', 'x') }),
)

it.each(['digital-media', 'sports'])('loses nothing of any valid item of %s', (name) => {
  const { item } = collections.find((one) => one.name === name) as (typeof collections)[number]
  const texts = { title: text, keyword: text, place: text, image: text, description: text }
  const own = {
    'digital-media': { slug: 'x', date: '2026-11-09', category: 'coast', link: 'https://example.org/' },
    sports: { slug: 'x', date_from: '2026-11-09', date_to: '2026-11-09', open: true },
  }[name]
  const foreign = name === 'sports' ? ['keyword'] : ['place']
  let taken = 0
  fc.assert(
    fc.property(fc.record(texts), (written) => {
      const known = Object.entries(written).filter(([field]) => !foreign.includes(field))
      const first = item.safeParse({ ...own, ...Object.fromEntries(known) })
      if (!first.success) return
      taken += 1
      const { slug, ...fields } = first.data
      expect(item.parse({ slug, ...readItemFile('x', writeItemFile(fields)) })).toEqual(first.data)
    }),
    { numRuns: runs(300) },
  )
  expect(taken).toBeGreaterThan(100)
})

it('reports the line that it cannot read', () => {
  expect(() => readItemFile('a.html', '---\nwhat\n---\n')).toThrow('a.html: “what” is not a field')
  expect(() => readItemFile('a.html', 'no')).toThrow('must begin with fields')
})
