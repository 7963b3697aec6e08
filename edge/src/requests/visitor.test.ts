import { describe, expect, it } from 'vitest'
import { visitorCookie, visitorOf } from './visitor'

const id = '0123456789abcdef'
const asking = (cookie: string | undefined) => ({ headers: { cookie } })

describe('a visitor', () => {
  it.each([
    `marram_visitor=${id}`,
    `a=b; marram_visitor=${id}`,
    `marram_visitor=${id}; c=d`,
    `a=b;marram_visitor=${id};c=d`,
  ])('is recognized by %j', (cookies) => {
    expect(visitorOf(asking(cookies))).toEqual({ id, isNew: false })
  })

  it.each([
    undefined,
    '',
    'marram_visitor=',
    'marram_visitor=0123',
    `marram_visitor=${id}0`,
    `marram_visitor=${id.toUpperCase()}`,
    `marram_visitor="${id}"`,
    `not_marram_visitor=${id}`,
    `a=marram_visitor=${id}`,
    `marram_visitor=<script>ab`,
  ])('is new with %j', (cookies) => {
    const visitor = visitorOf(asking(cookies))
    expect(visitor.isNew).toBe(true)
    expect(visitor.id).toMatch(/^[0-9a-f]{16}$/)
    expect(visitorOf(asking(cookies)).id).not.toBe(visitor.id)
  })

  it('who is new is the same throughout one request', () => {
    const request = asking(undefined)
    const visitor = visitorOf(request)
    for (let look = 0; look < 5; look += 1) expect(visitorOf(request)).toEqual(visitor)
  })

  it('is recognized by a cookie that no script and no other site can read', () => {
    expect(visitorCookie(id, true)).toBe(
      `marram_visitor=${id}; Path=/; Max-Age=15724800; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(visitorCookie(id, false)).not.toContain('Secure')
  })
})
