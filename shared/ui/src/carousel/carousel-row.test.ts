import { describe, expect, it, test } from 'vitest'
import { firstAfter, inWords, isInView, isWhole, viewOf } from './carousel-row'

/** Eight slides of 100 px with 20 px between them, in a window of `room`. */
const row = (scrolled: number, room: number) => viewOf({ scrolled, room, slide: 100, step: 120, count: 8 })

describe('the visible slides of a row', () => {
  it.each([
    [0, 100, { first: 0, shown: 1 }],
    [0, 340, { first: 0, shown: 3 }],
    [240, 340, { first: 2, shown: 3 }],
    // Half way between two slides.
    [61, 340, { first: 1, shown: 3 }],
    // Browsers report fractions, and values out of range while the row bounces at its end.
    [599.6, 340, { first: 5, shown: 3 }],
    [640, 340, { first: 5, shown: 3 }],
    [-30, 340, { first: 0, shown: 3 }],
    // Everything fits.
    [0, 2000, { first: 0, shown: 8 }],
  ])('scrolled by %i px in a window of %i px', (scrolled, room, seen) => {
    expect(row(scrolled, room)).toEqual({ ...seen, count: 8 })
  })

  it('are the same in a right-to-left row', () => {
    expect(row(-240, 340)).toEqual(row(240, 340))
  })

  it('are unknown without a layout', () => {
    expect(viewOf({ scrolled: 0, room: 0, slide: 0, step: 0, count: 8 })).toBeUndefined()
  })
})

test('the slide after the last is the first, and before the first is the last', () => {
  const walk = (step: 1 | -1) => {
    let first = 0
    return Array.from({ length: 5 }, () => {
      first = firstAfter({ first, shown: 3, count: 6 }, step)
      return first
    })
  }
  expect(walk(1)).toEqual([1, 2, 3, 0, 1])
  expect(walk(-1)).toEqual([3, 2, 1, 0, 3])
})

test('a row that fits as a whole cannot be scrolled', () => {
  const view = { first: 0, shown: 2, count: 2 }
  expect(isWhole(view)).toBe(true)
  expect([firstAfter(view, 1), firstAfter(view, -1)]).toEqual([0, 0])
})

test('the slides in view start with the first visible one', () => {
  expect([0, 1, 2, 3, 4].filter((slide) => isInView({ first: 1, shown: 2, count: 5 }, slide))).toEqual([1, 2])
})

test('the position is described in words', () => {
  expect(inWords({ first: 1, shown: 5, count: 8 })).toBe('2 to 6 of 8')
  expect(inWords({ first: 1, shown: 1, count: 3 })).toBe('2 of 3')
})
