// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RichText } from './rich-text'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<label id="story-label">Story</label><div id="place"></div>'
  root = createRoot(document.getElementById('place') as HTMLElement)
})
afterEach(() => act(async () => root.unmount()))

const onChange = vi.fn()
const show = (value: string, error?: string) =>
  act(async () =>
    root.render(
      <RichText
        id="story"
        label="Story"
        value={value}
        onChange={onChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'story-error'}
      />,
    ),
  )
const text = () => document.getElementById('story') as HTMLElement

it('is named by its label, and describes its error while there is one', async () => {
  await show('<p>On foot</p>')
  expect(text().getAttribute('aria-labelledby')).toBe('story-label')
  expect(text().getAttribute('contenteditable')).toBe('true')
  await show('<p>On foot</p>', 'Fill in “Story”')
  expect([text().getAttribute('aria-invalid'), text().getAttribute('aria-describedby')]).toEqual([
    'true',
    'story-error',
  ])
  await show('<p>On foot</p>')
  expect(text().hasAttribute('aria-invalid')).toBe(false)
})

it('shows a value that was restored or cleared from outside, without reporting it as a change', async () => {
  await show('')
  await show('<p>By <strong>boat</strong></p>')
  expect(text().innerHTML).toContain('<strong>boat</strong>')
  await show('')
  expect(text().textContent).toBe('')
  expect(onChange).not.toHaveBeenCalled()
})

it('removes the editor with the page', async () => {
  await show('<p>On foot</p>')
  await act(async () => root.render(null))
  expect(document.querySelector('.ProseMirror')).toBeNull()
})
