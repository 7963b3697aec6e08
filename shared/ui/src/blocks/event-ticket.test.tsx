import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DateRange } from '../text/date-range'
import { EventTicket } from './event-ticket'

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test.each([
  ['one day', '2027-04-17', '2027-04-17', '17 April 2027'],
  ['days of one month', '2027-04-17', '2027-04-18', '17 April 2027 to 18 April 2027'],
  ['days of two years', '2026-12-31', '2027-01-01', '31 December 2026 to 1 January 2027'],
  ['a start alone', '2027-04-17', null, '17 April 2027'],
  ['an end alone', undefined, '2027-04-18', '18 April 2027'],
  ['an end before the start', '2027-04-17', '2027-04-01', '17 April 2027'],
  ['no date', 'soon', '', ''],
])('%s: the text and the ticket agree', (_, from, to, words) => {
  expect(textOf(renderToStaticMarkup(<DateRange from={from} to={to} />))).toBe(words)
  const withWeekdays = textOf(renderToStaticMarkup(<DateRange from={from} to={to} weekdays />))
  expect(textOf(renderToStaticMarkup(<EventTicket from={from} to={to} />))).toBe(withWeekdays.replaceAll(',', ''))
})
