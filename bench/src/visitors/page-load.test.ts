import { expect, it } from 'vitest'
import { type Sheet, wronglyOff } from './page-load'

const sheet = (part: string, disabled: boolean): Sheet => ({
  address: `/releases/files/${part}/1.0.0/browser/static/css/index.css`,
  disabled,
})
const [shell, content, events] = ['shell', 'mfe-content', 'mfe-events'].map((part) => ({
  on: sheet(part, false),
  off: sheet(part, true),
})) as [{ on: Sheet; off: Sheet }, { on: Sheet; off: Sheet }, { on: Sheet; off: Sheet }]

it('a section that is not shown may have its styles off: one that a visitor left, or pointed at', () => {
  expect(wronglyOff([shell.on, content.on])).toEqual([])
  expect(wronglyOff([shell.on, content.on, events.off])).toEqual([])
  expect(wronglyOff([shell.on, content.off, events.on])).toEqual([])
})

it('no other style is rightly off', () => {
  expect(wronglyOff([shell.off, content.on])).toEqual([shell.off.address])
  expect(wronglyOff([shell.on, content.off])).toEqual([content.off.address])
  // One of two sheets of the page.
  expect(wronglyOff([shell.on, content.on, content.off])).toEqual([content.off.address])
  // A section that was left is still on.
  expect(wronglyOff([shell.on, content.on, events.on, sheet('mfe-quiz', true)])).toHaveLength(1)
  const other = { address: 'https://localhost/static/css/index.css', disabled: true }
  expect(wronglyOff([content.on, other])).toEqual([other.address])
})
