import { expect, test } from 'vitest'
import { figures, pictureBlock, quotes } from './about-data'

const block = { first_image: 'a.png', sec_image: '', tagline: 'Since 2009', title: 'Who we are', description: '<p>Us.' }

test('a block is shown with what it has', async () => {
  expect(await pictureBlock(block)).toEqual({
    tagline: 'Since 2009',
    title: 'Who we are',
    pictures: ['a.png', ''],
    text: '<p>Us.</p>',
  })
})

test('a block without a title is no block', async () => {
  expect(await pictureBlock({ ...block, title: '' })).toBeNull()
  expect(await pictureBlock(undefined)).toBeNull()
})

test('only figures that say what they count are shown', () => {
  const three = {
    first_value: '412',
    first_title: 'runners',
    sec_value: '17',
    sec_title: '',
    third_value: '',
    third_title: 'x',
  }
  expect(figures(three)).toEqual([{ value: '412', title: 'runners' }])
  expect(figures(undefined)).toEqual([])
})

test('an opinion says whose it is, as far as that is known', () => {
  const review = {
    image: '',
    reviewer_name: 'Mei Lindqvist',
    designation: 'Engineer',
    organization: '',
    review: 'Sound.',
  }
  expect(quotes([review, { ...review, review: '' }])).toEqual([
    { text: 'Sound.', name: 'Mei Lindqvist', about: 'Engineer', image: '' },
  ])
})
