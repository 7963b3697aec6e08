import { expect, it } from 'vitest'
import { isMet } from '../row'
import { chainRows } from './chain-rows'
import { markRows, weightRows } from './load-rows'
import type { PageLoad } from './page-load'
import type { Asked } from './requests'

const asked = (kind: string, depth: number, more: Partial<Asked> = {}): Asked => ({
  url: `https://marram.example/${kind}-${depth}`,
  kind,
  bytes: 1000,
  from: depth * 100,
  until: depth * 100 + 50,
  depth,
  ...more,
})
const load = (more: Partial<PageLoad> = {}): PageLoad => ({
  largestPaint: 900,
  firstPaint: 200,
  ready: 450,
  shift: 0,
  largestPicture: 'https://marram.example/Image-2',
  html: '<main><h1 class="a"><span>Dunes</span></h1></main>',
  requests: [asked('Document', 1), asked('Script', 2), asked('Image', 2), asked('Script', 3)],
  ...more,
})
const ours = (loads: PageLoad[]) => ({ ours: loads, browser: loads, server: loads, naive: loads })
const valuesOf = (loads: PageLoad[]) => chainRows('Visitors', 'home', ours(loads)).map(({ value }) => value)

it('compares the worst load of a page', () => {
  expect(valuesOf([load(), load()])).toEqual([1, 2, 3])
  const picture = [asked('Document', 1), asked('Image', 4, { url: 'https://marram.example/Image-2' })]
  expect(valuesOf([load(), load({ requests: picture })])).toEqual([1, 4, 3])
})

it('counts scripts before text that the document does not contain', () => {
  expect(valuesOf([load({ html: '<main><h1></h1></main>' })])[0]).toBe(3)
  expect(valuesOf([load({ html: '<div id="root"></div>' })])[0]).toBe(3)
})

it('a picture that was never seen to load is not met', () => {
  const rows = chainRows('Visitors', 'home', ours([load(), load({ largestPicture: '' })]))
  expect(rows.map(isMet)).toEqual([true, false, false])
  expect(rows[1]?.failed).toContain('picture')
})

it('a page that has no picture on any side meets its target, and says so', () => {
  const text = [load({ largestPicture: '' })]
  const [, row] = chainRows('Visitors', 'news article', ours(text))
  expect(row).toMatchObject({ ours: 'no picture', yardstick: 'no picture', value: 0 })
  expect(row?.failed).toBeUndefined()
  const [, lost] = chainRows('Visitors', 'news article', { ...ours([load()]), ours: text })
  expect(lost && isMet(lost)).toBe(false)
})

it('counts everything that loads unrequested as weight before the first interaction', () => {
  const late = load({ requests: [asked('Script', 1), asked('Script', 2, { from: 5000 })] })
  const [script] = weightRows(ours([load({ requests: [] }), late, late]))
  expect(script).toMatchObject({ value: 2, ours: '2 (0–2) KB' })
})

it('a home page that loads antd before the first interaction is not met, however light it is', () => {
  const chunk = asked('Script', 3, { url: 'https://marram.example/releases/files/shell/1/browser/antd-forms.1db1.js' })
  const [script] = weightRows(ours([load(), load({ requests: [chunk] })]))
  expect(script && isMet(script)).toBe(false)
  expect(script?.failed).toContain('antd-forms')
  expect(weightRows(ours([load()])).map(isMet)).toEqual([true, true, true, true])
})

it('shows a single Lighthouse run of another site as such, without a verdict', () => {
  const marks = (performance: number[], failed: string[]) => ({
    runs: { performance, accessibility: [100], 'best-practices': [100], seo: [failed.length > 0 ? 90 : 100] },
    failed,
  })
  const once = marks([40], ['seo: no description'])
  const rows = markRows('home', { ours: marks([94, 97, 98], []), browser: once, server: once, naive: once })
  expect(rows.map(isMet)).toEqual([true, true])
  expect(rows[0]).toMatchObject({ ours: '97 (94–98)', naive: '40 (one run)' })
  expect(rows[1]).toMatchObject({ ours: 'nothing is wrong', naive: 'seo: no description (one run)' })
})
