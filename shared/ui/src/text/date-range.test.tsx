import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DateRange } from './date-range'

test('weekdays are shown on request', () => {
  const markup = renderToStaticMarkup(<DateRange from="2027-04-17" to="2027-04-18" weekdays />)
  expect(markup.replace(/<[^>]*>/g, '')).toBe('Saturday, 17 April 2027 to Sunday, 18 April 2027')
  expect(markup).toContain('dateTime="2027-04-17"')
})
