import { metrics } from '@marram/release-contract/evidence'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FailuresTable, stages } from './version-figures'

it('names every failure that is counted', () => {
  expect(Object.keys(stages)).toEqual(metrics.filter((metric) => metric.includes('.failures.')))
})

it('shows at which stage each version failed, and nothing without failures', () => {
  const version = (name: string, candidate: boolean, counts: object) => ({ version: name, candidate, counts })
  // Without the column names that every cell repeats on narrow screens.
  const table = (...versions: ReturnType<typeof version>[]) =>
    renderToStaticMarkup(<FailuresTable versions={versions} />).replace(/ data-column="[^"]*"/g, '')
  const calm = version('1.0.0', false, { 'edge.loads': 2000 })
  expect(table(calm)).toBe('')
  const html = table(calm, version('1.1.0', true, { 'edge.failures.late': 1200, 'browser.failures.boundary': 3 }))
  const onServers = ['Rendering', 'Too late', 'Put off', 'Response with an error', 'Use of its code']
  const keys = Object.keys(stages)
  expect(html).toContain(onServers.map((words) => `<th scope="col">${words}, on servers</th>`).join(''))
  expect(html).toContain(`<th scope="row">1.0.0</th>${'<td>0</td>'.repeat(keys.length)}`)
  const [late, boundary] = ['edge.failures.late', 'browser.failures.boundary'].map((metric) => keys.indexOf(metric))
  const row = keys.map((_, i) =>
    i === late ? '<span class="failed">1,200</span>' : i === boundary ? '<span class="failed">3</span>' : '0',
  )
  expect(html).toContain(`<th scope="row">1.1.0 (candidate)</th>${row.map((cell) => `<td>${cell}</td>`).join('')}`)
})
