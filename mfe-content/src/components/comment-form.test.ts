// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restoreDetails, storeDetails } from './comment-form'

const KEY = 'marram:commenter'
const names = ['name', 'email', 'website']

/** A new form in which some fields were filled in before hydration. */
function openForm(typed: Record<string, string> = {}) {
  document.body.innerHTML = `<form>
    ${names.map((name) => `<input id="comment-${name}" name="${name}">`).join('')}
    <input id="comment-keep" type="checkbox">
  </form>`
  const form = document.querySelector('form') as HTMLFormElement
  const field = (name: string) => document.getElementById(`comment-${name}`) as HTMLInputElement
  for (const [name, text] of Object.entries(typed)) field(name).value = text
  return { form, values: () => names.map((name) => field(name).value), box: field('keep') }
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('a form is filled in with stored values, except in fields with typed ones', () => {
  expect(storeDetails(openForm({ name: 'Rosalind', website: 'https://fenwick.example' }).form)).toBe(true)
  const { form, values, box } = openForm({ name: 'Ada' })
  restoreDetails(form)
  expect(values()).toEqual(['Ada', '', 'https://fenwick.example'])
  expect(box.checked).toBe(true)
})

test.each(['{', '7', 'null', '{"name":7,"email":null}'])('a name cannot be %s', (stored) => {
  localStorage.setItem(KEY, stored)
  const { form, values } = openForm()
  restoreDetails(form)
  expect(values()).toEqual(['', '', ''])
})

test('the box is not ticked when the browser refuses to store it', () => {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const { form, box } = openForm({ name: 'Ada' })
  box.checked = true
  expect(storeDetails(form)).toBe(false)
  expect(box.checked).toBe(false)
})
