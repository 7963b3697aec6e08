import { expect, test } from 'vitest'
import { type RotationEvent, rotate, rotating, turnsNow } from './carousel-rotation'

const after = (...events: RotationEvent[]) => turnsNow(events.reduce(rotate, rotating))

test.each<[string, boolean, RotationEvent[]]>([
  ['it turns by itself', true, []],
  ['the pointer stops it', false, ['enter']],
  ['and lets it go on', true, ['enter', 'leave']],
  ['focus stops it', false, ['focus']],
  ['also when the pointer has left', false, ['enter', 'focus', 'leave']],
  ['and lets it go on', true, ['focus', 'blur']],
  ['the button stops it for good', false, ['focus', 'stop', 'blur', 'enter', 'leave']],
  ['and starts it under the pointer that pressed', true, ['enter', 'focus', 'stop', 'start']],
  ['from then on focus stops it again', false, ['enter', 'focus', 'stop', 'start', 'focus']],
  ['and the pointer', false, ['enter', 'focus', 'stop', 'start', 'leave', 'enter']],
])('%s: %s', (_, turns, events) => {
  expect(after(...events)).toBe(turns)
})
