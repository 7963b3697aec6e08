import { expect, it } from 'vitest'
import { results } from './results'
import { isMet, type Row } from './row'
import { steps } from './steps'

const row = (more: Partial<Row> = {}): Row => ({
  table: 'Visitors',
  figure: 'home: script',
  ours: '170 KB',
  yardstick: '150 KB',
  value: 20,
  unit: ' KB',
  target: { atMost: 50 },
  ...more,
})
const tableIn = (text: string) => text.split('\n').filter((line) => line.startsWith('|'))

it('a table has both builds that pages are compared with, if both were measured, and names the machine', () => {
  const text = results([row({ serverRendered: '160 KB' })], { Chromium: '140.0' })
  expect(text).toContain('Chromium 140.0')
  expect(tableIn(text)).toEqual([
    '| figure | ours | one build | one build, server-rendered | result | target | outcome |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| home: script | 170 KB | 150 KB | 160 KB | 20 KB | ≤ 50 KB | met |',
  ])
})

it('frameworks have columns where one of their pages was measured', () => {
  const [head, , line] = tableIn(results([row({ zones: 'not built', singleSpa: '161 KB' })], {}))
  expect(head).toContain('| one build | Next.js multi-zones | single-spa | result |')
  expect(line).toContain('| 150 KB | not built | 161 KB | 20 KB |')
})

it('a failed measurement is not met, with its reason, and drops no other row', async () => {
  const rows: Row[] = []
  let written = 0
  const step = steps(rows, () => {
    written = rows.length
  })
  await step('Servers', 'search', async () => {
    throw new Error('nothing answered within 60 s\n at once')
  })
  expect(written).toBe(1)
  await step('Visitors', 'home', () => [row()])
  expect(written).toBe(2)
  expect(rows.map(isMet)).toEqual([false, true])
  expect(results(rows, {})).toContain('| search | nothing answered within 60 s | not met |')
})
