import { expect, it } from 'vitest'
import { withNeeded } from './step-names'

it('a page that is named alone is measured beside the frameworks', () => {
  const needed = ['Next.js multi-zones', 'single-spa', 'all pages']
  expect(withNeeded(['home'])).toEqual(expect.arrayContaining(['home', ...needed]))
  expect(withNeeded(['next clicks'])).toEqual(expect.arrayContaining(['next clicks', ...needed]))
})

it('what else is measured of a page needs the step that writes its documents', () => {
  expect(withNeeded(['home: interaction'])).toContain('home')
  expect(withNeeded(['registration form: Lighthouse'])).toContain('registration form')
})

it('a framework that is named alone is measured by its pages, without the other one', () => {
  const needed = ['home', 'sports listing', 'next clicks', 'all pages']
  expect(withNeeded(['single-spa'])).toEqual(['single-spa', ...needed])
})

it('other steps need nothing of this', () => {
  expect(withNeeded(['search'])).toEqual(['search'])
  expect(withNeeded([])).toEqual([])
})
