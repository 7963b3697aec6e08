import { expect, it } from 'vitest'
import { readsIn } from './reads-in'

const line = (method: string, route: string, count: number) =>
  `marram_http_request_duration_seconds_count{method="${method}",route="${route}",status="200"} ${count}`

it('adds up reads by any route, and nothing else', () => {
  const sum = 'marram_http_request_duration_seconds_sum{method="GET",route="/api/news/",status="200"} 7'
  const metrics = [
    '# HELP',
    line('GET', '/api/news/', 3),
    line('HEAD', '/api/services', 90),
    line('GET', '/api/x/:id', 2),
  ]
  expect(readsIn([...metrics, sum].join('\n'))).toBe(5)
  expect(readsIn(line('HEAD', '/api/services', 1))).toBe(0)
})

it('rejects metrics without counters instead of reading them as zero', () => {
  expect(() => readsIn('process_cpu_seconds_total 1')).toThrow('no responses')
})
