// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ErrorSummary, type Problem } from './error-summary'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.title = 'Register | Marram'
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild as HTMLElement)
})
afterEach(() => act(async () => root.unmount()))

const name = { id: 'name', message: 'Fill in “Name”' }
const phone = { id: 'phone', message: 'Phone no must be 10 or 11 digits' }
const labels = { name: 'Name', phone: 'Adult who can be rung' }
const show = (...forms: Problem[][]) =>
  act(async () =>
    root.render(
      forms.map((problems, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each form has its place
        <form key={i}>
          <ErrorSummary problems={problems} labels={labels} />
          <input id="name" />
        </form>
      )),
    ),
  )
const words = () => [...document.querySelectorAll('li')].map((item) => item.textContent)
const focused = () => document.activeElement?.getAttribute('role') ?? document.activeElement?.id

it('takes the focus for new problems, and leaves it when some are corrected or return', async () => {
  await show([name, phone])
  expect(focused()).toBe('alert')
  document.getElementById('name')?.focus()
  for (const left of [[phone], [name, phone], [phone], [], [phone]]) {
    await show(left)
    expect([focused(), words().length]).toEqual(['name', left.length])
  }
  // Another attempt with the same result.
  await show([{ ...phone }])
  expect(focused()).toBe('alert')
})

it('names the field of each message', async () => {
  await show([name, phone, { message: 'Try again' }])
  expect(words()).toEqual(['Fill in “Name”', 'Adult who can be rung: Phone no must be 10 or 11 digits', 'Try again'])
})

it('marks the title as long as any form of the page has a problem, even when the title changes', async () => {
  await show([], [])
  expect(document.title).toBe('Register | Marram')
  await show([name], [phone])
  expect(document.title).toBe('Error: Register | Marram')
  await show([name], [])
  expect(document.title).toBe('Error: Register | Marram')
  document.title = 'Registered | Marram'
  await show([name], [])
  expect(document.title).toBe('Error: Registered | Marram')
  await show([], [])
  expect(document.title).toBe('Registered | Marram')
  await show([name], [])
  await act(async () => root.render(null))
  expect(document.title).toBe('Registered | Marram')
})
