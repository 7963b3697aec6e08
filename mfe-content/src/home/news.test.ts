import { expect, test } from 'vitest'
import { newsTab, newsTabs } from './news'

test('the tabs are those of the specification, in its order', () => {
  expect(newsTabs.map(({ title }) => title)).toEqual(['All', 'Sports', 'Olympiad', 'Exhibitions'])
})

test.each(newsTabs)('the address of $title selects that tab', ({ key, to }) => {
  expect(newsTab(new URL(to, 'https://marram.example').search).key).toBe(key)
})

test.each(['', '?news=', '?news=nothing', '?page=2', '?news=Sports'])('%j shows everything', (search) => {
  expect(newsTab(search).key).toBe('all')
})
