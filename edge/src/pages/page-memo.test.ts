import { expect, it } from 'vitest'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { PageMemo } from './page-key'

const live = (id: string) => ({ id }) as LiveComposition
const owner = (pattern: string) => ({ section: 'events', page: { pattern } }) as OwnedPage

it('is bounded over all compositions, and the oldest gives way', () => {
  const recent = new PageMemo<{ n: number }>(10)
  const first = live('first')
  let made = 0
  const get = (of: LiveComposition, pattern: string) =>
    recent.get({ live: of, owner: owner(pattern) }, () => ({ n: ++made })).n
  for (let i = 0; i < 8; i += 1) for (let page = 0; page < 8; page += 1) get(live(String(i)), `/${page}`)
  expect(recent.size).toBe(10)
  const now = get(first, '/')
  for (let i = 0; i < 30; i += 1) {
    get(live('another'), '/')
    expect(get(first, '/')).toBe(now)
  }
  for (let i = 0; i < 10; i += 1) get(live('another'), '/')
  expect(get(first, '/')).toBeGreaterThan(now)
})

it('is of one composition, one page and one kind, and made again where it is not current', () => {
  const recent = new PageMemo<{ n: number }>()
  let made = 0
  const make = () => ({ n: ++made })
  const one = live('same')
  expect(recent.get({ live: one, owner: owner('/') }, make)).toBe(recent.get({ live: one, owner: owner('/') }, make))
  recent.get({ live: live('same'), owner: owner('/') }, make)
  recent.get({ live: one, owner: owner('/x') }, make)
  recent.get({ live: one, owner: undefined }, make)
  recent.get({ live: one, owner: owner('/'), kind: 'late' }, make)
  expect(made).toBe(5)
  expect(recent.get({ live: one, owner: owner('/') }, make, () => false)).toEqual({ n: 6 })
  expect(recent.get({ live: one, owner: owner('/') }, make)).toEqual({ n: 6 })
})
