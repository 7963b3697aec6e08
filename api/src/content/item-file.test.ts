import { expect, it } from 'vitest'
import { readItemFile, writeItemFile } from './item-file'

it('reads back what it wrote, whatever a text looks like', () => {
  const item = {
    title: '1976',
    place: ' a ',
    list: ['x'],
    open: true,
    date: '2026-11-09',
    note: '{',
    long: 'a\nb',
    description: '<p>a</p>',
  }
  expect(readItemFile('x', writeItemFile(item))).toEqual(item)
})

it('says which line it does not understand', () => {
  expect(() => readItemFile('a.html', '---\nwhat\n---\n')).toThrow('a.html: “what” is not a field')
  expect(() => readItemFile('a.html', 'no')).toThrow('must begin with fields')
})
