import { expect, test } from 'vitest'
import { highlightParts } from './highlighted'

const shown = (text: string, ranges: number[][]) =>
  highlightParts(text, ranges)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

test.each([
  ['nothing', [], 'Tide by tide'],
  ['the beginning', [[0, 4]], '[Tide] by tide'],
  [
    'several places',
    [
      [0, 4],
      [8, 12],
    ],
    '[Tide] by [tide]',
  ],
  ['the whole', [[0, 12]], '[Tide by tide]'],
])('marks %s', (_, ranges, expected) => expect(shown('Tide by tide', ranges)).toBe(expected))

test.each([
  ['behind the end', [[8, 99]]],
  ['before the beginning', [[-4, 2]]],
  ['backwards', [[6, 2]]],
  ['without an end', [[3]]],
  ['as no numbers', [[Number.NaN, Number.NaN]]],
])('a range %s marks nothing and loses no letter', (_, ranges) =>
  expect(shown('Tide by tide', ranges)).toBe('Tide by tide'),
)

test('overlapping ranges mark the first and lose no letter', () =>
  expect(
    shown('Tide by tide', [
      [0, 7],
      [5, 12],
    ]),
  ).toBe('[Tide by] tide'))
