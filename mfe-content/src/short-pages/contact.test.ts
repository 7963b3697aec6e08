import { expect, test } from 'vitest'
import { subjectOf } from './contact'

test('each button of the site leads to its own texts', () => {
  const titles = ['volunteer', 'partner', 'donate'].map((subject) => subjectOf(subject).title)
  expect(titles).toEqual(['Volunteer with us', 'Become a partner', 'Give to Marram'])
})

test.each([null, '', 'unknown', 'Volunteer ', '__proto__', 'constructor'])('%j gets the general texts', (asked) => {
  expect(subjectOf(asked).title).toBe('Contact')
})
