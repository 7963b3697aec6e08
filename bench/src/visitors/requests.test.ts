import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { inlineStyleKb } from './requests'

it('styles that are part of the document count as they are compressed', () => {
  const rule = `a{content:"${randomBytes(4000).toString('base64')}"}`
  const html = `<head><style data-href="/a.css">${rule}</style><style>b{}</style></head><p>${'word '.repeat(9000)}</p>`
  expect(inlineStyleKb(html)).toBeGreaterThan(3.5)
  expect(inlineStyleKb(html)).toBeLessThan(5)
  expect(inlineStyleKb('<p>none</p>')).toBeLessThan(0.01)
})
