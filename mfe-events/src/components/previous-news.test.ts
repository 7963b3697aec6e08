import type { NewsItem } from '@marram/api-contract/news'
import { expect, test } from 'vitest'
import { previous } from './previous-news'

const item = (slug: string, date: string): NewsItem => ({
  slug,
  date,
  title: `About ${slug}`,
  image: '',
  description: '<p>Long.</p>',
  category: { title: 'Sports', slug: 'sports' },
})

test('lists become one, newest first, each item once', () => {
  const lists = [
    [item('run', '2026-05-01'), item('swim', '2025-01-01')],
    [item('quiz', '2026-01-01'), item('run', '2026-05-01')],
  ]
  expect(previous(lists).items.map(({ slug }) => slug)).toEqual(['run', 'quiz', 'swim'])
  expect(previous(lists).failed).toBe(false)
  expect(previous(lists).items[0]).not.toHaveProperty('description')
})

test('a list that failed is told, and the other one stands', () => {
  expect(previous([undefined, [item('quiz', '2026-01-01')]])).toMatchObject({ failed: true, items: [{ slug: 'quiz' }] })
})

test('at most nine are kept, and none without a title', () => {
  const many = Array.from({ length: 12 }, (_, i) => item(`n${i}`, `2026-01-${10 + i}`))
  expect(previous([[{ ...item('x', '2027-01-01'), title: '' }, ...many]]).items).toHaveLength(9)
})
