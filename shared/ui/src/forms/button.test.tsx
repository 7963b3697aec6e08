import { expect, it, vi } from 'vitest'
import { Button } from './button'

// Like the build: only classes of the sheet have names.
vi.mock('./button.module.css', () => ({ default: { button: 'button', small: 'small', busy: 'busy' } }))

it('has a class only for what is styled', () => {
  expect(Button({}).props.className).toBe('button')
  expect(Button({ size: 'small', busy: true, className: 'wide' }).props.className).toBe('button small busy wide')
})

it('is announced as disabled while it is busy, and keeps the focus', () => {
  expect(Button({ busy: true }).props).toMatchObject({ 'aria-disabled': true })
  expect(Button({ busy: true }).props).not.toHaveProperty('disabled')
})
