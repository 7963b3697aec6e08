import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints'
import { readLeniently } from './lenient'

describe('the table of calls', () => {
  const calls = Object.entries(endpoints)

  it('has every method and path once', () => {
    const all = calls.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(calls)('%s can be read from an empty response', (_, { data }) => {
    expect(() => readLeniently(data, undefined)).not.toThrow()
  })

  it.each(calls.filter(([, { path }]) => path.includes('/by-category/')))(
    '%s spells its key as documented',
    (_, call) => {
      const capital = /^\/api\/(news|main-news|publications|home\/(sponsors|about|statics))\//.test(call.path)
      expect(call.envelope).toBe(capital ? 'Data' : 'data')
    },
  )
})
