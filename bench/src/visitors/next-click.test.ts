import { expect, it } from 'vitest'
import { longestChain } from './next-click'
import type { Asked } from './requests'

const asked = (url: string, from: number, until: number): Asked => ({
  url,
  from,
  until,
  kind: 'Fetch',
  bytes: 1,
  depth: 1,
})

it('counts requests that wait for one another, not parallel ones', () => {
  const chunk = asked('/page.js', 0, 10)
  const style = asked('/page.css', 1, 30)
  const call = asked('/api/sports', 12, 20)
  const next = asked('/api/sports/1', 21, 25)
  expect(longestChain([next, chunk, style, call])).toEqual([chunk, call, next])
  expect(longestChain([chunk, style])).toHaveLength(1)
  expect(longestChain([])).toEqual([])
})
