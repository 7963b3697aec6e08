import { expect, it } from 'vitest'
import { PageLoads } from './page-metrics'

it('counts each page load exactly once', () => {
  const told: [string, number][] = []
  const loads = new PageLoads<string>((page, times) => told.push([page, times]))
  for (const page of ['/', '/news', '/', '/']) loads.add(page)
  expect(told).toEqual([])
  loads.settle()
  loads.settle()
  expect(told).toEqual([
    ['/', 3],
    ['/news', 1],
  ])
  loads.add('/news')
  loads.settle()
  expect(told.at(-1)).toEqual(['/news', 1])
})
