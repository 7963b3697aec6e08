import { afterEach, expect, it, vi } from 'vitest'
import { forget } from './forget'

afterEach(() => void vi.unstubAllGlobals())

it('allows failed modules to be tried again, and keeps the others', () => {
  const good: { error?: unknown } = {}
  const cache: Record<string, { error?: unknown }> = {
    good,
    failed: { error: new Error('chunk') },
    nothing: { error: undefined },
  }
  vi.stubGlobal('__webpack_require__', { c: cache })
  forget()
  expect(Object.keys(cache)).toEqual(['good', 'nothing'])
  expect(cache.good).toBe(good)
})

it('does nothing before the first module', () => {
  vi.stubGlobal('__webpack_require__', {})
  expect(forget).not.toThrow()
})
