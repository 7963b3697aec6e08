import { expect, it } from 'vitest'
import { longestChain, waitedFor } from './next-click'
import type { Asked } from './requests'

const asked = (url: string, from: number, until: number, kind = 'Fetch'): Asked => ({
  url,
  from,
  until,
  kind,
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

it('counts only what the page waited for, and no poll that it arrived without', () => {
  const poll = asked('/releases/stopped', 0, Number.POSITIVE_INFINITY)
  const call = asked('/api/sports/1', 12, 20)
  const picture = asked('/media/1.avif', 12, 18, 'Image')
  const font = asked('/zone/text.woff2', 12, 18, 'Font')
  const ahead = asked('/api/sports/2', 21, 25)
  // An earlier poll had the same address.
  const arrived = [poll, call, picture, font].map(({ url }) => url)
  expect(waitedFor([poll, call, picture, font, ahead], arrived)).toEqual([call])
})

it('does not count the icon, which browsers request by themselves at some time', () => {
  const icon = asked('/favicon.svg', 0, 10, 'Other')
  const call = asked('/api/sports/1', 12, 20)
  expect(longestChain(waitedFor([icon, call], ['/favicon.svg', '/api/sports/1']))).toEqual([call])
})
