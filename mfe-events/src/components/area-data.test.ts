import { expect, test } from 'vitest'
import { figures, pictureBlock, quotes, unlessAllFailed } from './area-data'

const block = { first_image: 'a.png', sec_image: '', tagline: 'Since 2009', title: 'Sport', description: '<p>Us.' }

test('a block is shown with what it has; one without a title is none', async () => {
  expect(await pictureBlock(block)).toEqual({
    tagline: 'Since 2009',
    title: 'Sport',
    pictures: ['a.png', ''],
    text: '<p>Us.</p>',
  })
  expect(await pictureBlock({ ...block, title: '' })).toBeNull()
  expect(await pictureBlock(undefined)).toBeNull()
})

test('only figures that say what they count are shown', () => {
  const three = { first_value: '412', first_title: 'runners', sec_value: '17', sec_title: '' }
  expect(figures({ ...three, third_value: '', third_title: 'x' })).toEqual([{ value: '412', title: 'runners' }])
  expect(figures(undefined)).toEqual([])
})

test('an opinion says whose it is, as far as that is known', () => {
  const review = { image: '', reviewer_name: 'Mei', designation: 'Engineer', organization: '', review: 'Sound.' }
  expect(quotes([review, { ...review, review: '' }])).toEqual([
    { text: 'Sound.', name: 'Mei', about: 'Engineer', image: '' },
  ])
})

test('a page stands while one of its calls succeeds', () => {
  expect(() => unlessAllFailed([undefined, []])).not.toThrow()
  expect(() => unlessAllFailed([undefined, undefined])).toThrow('Nothing of this page could be loaded')
})
