import { expect, it } from 'vitest'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { PageMemo } from './page-document'

let number = 0
const live = () => ({ number: ++number }) as LiveComposition
const owner = (pattern: string) => ({ section: 'events', page: { pattern } }) as OwnedPage

it('is limited over all compositions, and drops the oldest', () => {
  const recent = new PageMemo<{ n: number }>()
  const first = live()
  let made = 0
  const get = (of: LiveComposition, pattern: string) =>
    recent.get({ live: of, owner: owner(pattern) }, () => ({ n: ++made })).n
  for (let i = 0; i < 8; i += 1) for (let page = 0; page < 40; page += 1) get(live(), `/${page}`)
  const now = get(first, '/')
  for (let i = 0; i < 300; i += 1) {
    get(live(), '/')
    expect(get(first, '/')).toBe(now)
  }
  for (let i = 0; i < 256; i += 1) get(live(), '/')
  expect(get(first, '/')).toBeGreaterThan(now)
})

it('belongs to one composition, one page and one kind', () => {
  const recent = new PageMemo<{ n: number }>()
  let made = 0
  const make = () => ({ n: ++made })
  const one = live()
  expect(recent.get({ live: one, owner: owner('/') }, make)).toBe(recent.get({ live: one, owner: owner('/') }, make))
  recent.get({ live: live(), owner: owner('/') }, make)
  recent.get({ live: one, owner: owner('/x') }, make)
  recent.get({ live: one, owner: undefined }, make)
  recent.get({ live: one, owner: owner('/'), kind: 'late' }, make)
  expect(made).toBe(5)
})
