import type { NewsItem } from '@marram/api-contract/news'
import { expect, test } from 'vitest'
import { previousNews, unlessAllFailed } from './area-data'

test('a page is shown if at least one of its calls succeeds', () => {
  expect(() => unlessAllFailed({ open: undefined, photos: [] })).not.toThrow()
  expect(() => unlessAllFailed({ open: undefined, photos: undefined })).toThrow('Nothing of this page could be loaded')
})

const item = (slug: string, date: string): NewsItem => ({
  slug,
  date,
  title: `About ${slug}`,
  image: '',
  description: '<p>Long.</p>',
  category: { title: 'Sports', slug: 'sports' },
})

test('lists are merged, newest first, each item once', () => {
  const lists = [
    [item('run', '2026-05-01'), item('swim', '2025-01-01')],
    [item('quiz', '2026-01-01'), item('run', '2026-05-01')],
  ]
  expect(previousNews(lists).map(({ slug }) => slug)).toEqual(['run', 'quiz', 'swim'])
  expect(previousNews(lists)[0]).not.toHaveProperty('description')
})

test('at most nine items are kept, and none without a title', () => {
  const many = Array.from({ length: 12 }, (_, i) => item(`n${i}`, `2026-01-${10 + i}`))
  expect(previousNews([[{ ...item('x', '2027-01-01'), title: '' }, ...many]])).toHaveLength(9)
})
