import type { LoaderFunctionArgs } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { LATE_MS, watchLoader } from './late-loaders'

const Component = () => null
const loading = (loader: () => Promise<unknown>, signal = new AbortController().signal) => {
  const onLate = vi.fn()
  const page = watchLoader({ Component, loader }, onLate)
  const request = new Request('https://marram.example/sports', { signal })
  const data = (page.loader as (args: LoaderFunctionArgs) => Promise<unknown>)({
    request,
    params: {},
    context: {},
  } as never)
  return { onLate, data }
}
const never = () => new Promise(() => {})

it('reports a loader that never ends, once, and none that ends or that the visitor left', async () => {
  vi.useFakeTimers()
  const left = new AbortController()
  const all = [loading(never), loading(async () => 'data'), loading(never, left.signal)]
  await expect(all[1]?.data).resolves.toBe('data')
  left.abort()
  await vi.advanceTimersByTimeAsync(LATE_MS)
  expect(all.map(({ onLate }) => onLate.mock.calls.length)).toEqual([1, 0, 0])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(all.map(({ onLate }) => onLate.mock.calls.length)).toEqual([1, 0, 0])
  const failing = loading(() => Promise.reject(new Error('no')))
  await expect(failing.data).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failing.onLate).not.toHaveBeenCalled()
  vi.useRealTimers()
})
