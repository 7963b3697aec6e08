import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Chart } from './chart'

const points = [
  { label: '2009', value: 40 },
  { label: '2010', value: 50, note: 'The surge.' },
  { label: '2011', value: 12.5 },
]
const markup = renderToStaticMarkup(<Chart title="The beach" description="By tape." unit="metres" points={points} />)
const cells = (row: string) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, text]) => text)

test('the line is rendered on the server, from zero to a round figure', () => {
  expect(markup).toContain('d="M0,100L0,33.33L25,33.33L500,16.67L975,79.17L1000,79.17V100Z"')
  expect(markup).toContain('60 metres')
})

test('the last value is shown first, by the slider too', () => {
  expect(markup).toContain('aria-valuetext="2011: 12.5 metres"')
  expect(markup).toMatch(/<strong[^>]*>2011: 12\.5 metres<\/strong>/)
})

test('the table has every point', () => {
  const rows = markup.match(/<tr>.*?<\/tr>/g) ?? []
  expect(rows.map(cells)).toEqual([
    ['Measured', 'metres', 'Note'],
    ['2009', '40', ''],
    ['2010', '50', 'The surge.'],
    ['2011', '12.5', ''],
  ])
})

test('a line at the half, zero, and some points say what they are, the newest always', () => {
  const words = (text: string) => [...text.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, word]) => word)
  expect(words(markup)).toEqual(['30', '0', '12.5', '2011', '50', '2010', '40', '2009'])
  const many = Array.from({ length: 18 }, (_, i) => ({ label: String(2009 + i), value: 40 + i }))
  const long = renderToStaticMarkup(<Chart title="The beach" description="By tape." unit="metres" points={many} />)
  expect(words(long).filter((word) => Number(word) > 2000)).toEqual(['2026', '2023', '2020', '2017', '2014', '2011'])
})
