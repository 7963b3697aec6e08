import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { VitalsTable, vitalWords } from './version-figures'

const counts = { 'lcp.good': 160, 'lcp.fair': 30, 'lcp.poor': 10, 'cls.good': 3 }

it('shows how many measurements were good, and nothing without any', () => {
  expect(vitalWords(counts, 'lcp')).toBe('80 % good, 15 % fair, 5 % poor of 200')
  expect(vitalWords(counts, 'cls')).toBe('100 % good, 0 % fair, 0 % poor of 3')
  expect(vitalWords(counts, 'inp')).toBeUndefined()
})

it('has a row for each measured version', () => {
  const version = (name: string, candidate: boolean, given: object) => ({ version: name, candidate, counts: given })
  // Without the column names that every cell repeats on narrow screens.
  const table = (...versions: ReturnType<typeof version>[]) =>
    renderToStaticMarkup(<VitalsTable versions={versions} />).replace(/ data-column="[^"]*"/g, '')
  expect(table(version('1.0.0', false, { 'edge.loads': 9 }))).toBe('')
  const html = table(version('1.0.0', false, counts), version('1.1.0', true, { 'inp.poor': 1 }))
  expect(html).toMatch(/<th scope="row">1\.0\.0<\/th><td>80 % good, .*<\/td><td>not measured<\/td><td>100 % good/)
  expect(html).toMatch(/<th scope="row">1\.1\.0 \(candidate\)<\/th><td>not measured<\/td><td>0 % good/)
})
