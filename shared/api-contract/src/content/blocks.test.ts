import { expect, test } from 'vitest'
import { shownBlock, shownCounters, shownReviews } from './blocks'

const block = { first_image: 'a.png', sec_image: '', tagline: 'Since 2009', title: 'Sport', description: '<p>Us.' }
const sanitise = async (html: string) => `${html}</p>`

test('a block is shown with the fields that it has; one without a title is not shown', async () => {
  expect(await shownBlock(block, sanitise)).toEqual({
    tagline: 'Since 2009',
    title: 'Sport',
    pictures: ['a.png', ''],
    text: '<p>Us.</p>',
  })
  expect(await shownBlock({ ...block, title: '' }, sanitise)).toBeNull()
  expect(await shownBlock(undefined, sanitise)).toBeNull()
})

test('only counters with a label are shown', () => {
  const three = { first_value: '412', first_title: 'runners', sec_value: '17', sec_title: '' }
  expect(shownCounters({ ...three, third_value: '', third_title: 'x' })).toEqual([{ value: '412', title: 'runners' }])
  expect(shownCounters(undefined)).toEqual([])
})

test('an opinion names its author, as far as known', () => {
  const review = { image: '', reviewer_name: 'Mei', designation: 'Engineer', organization: '', review: 'Sound.' }
  expect(shownReviews([review, { ...review, review: '' }])).toEqual([
    { text: 'Sound.', name: 'Mei', about: 'Engineer', image: '' },
  ])
})
