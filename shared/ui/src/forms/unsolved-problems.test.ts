import { expect, it } from 'vitest'
import type { Problem } from './error-summary'
import { unsolvedProblems } from './unsolved-problems'

type Values = { name: string; phone: string }
const check = {
  mistakesIn: ({ name, phone }: Values): Problem[] => [
    ...(name ? [] : [{ id: 'name', message: 'Name' }]),
    ...(phone.length === 11 ? [] : [{ id: 'phone', message: 'Phone' }]),
  ],
  valueAt: (id: string, values: Values) => values[id as keyof Values],
}
const values = { name: '', phone: '020' }
const ids = (problems: Problem[], now: Partial<Values>) =>
  unsolvedProblems({ problems, values }, { ...values, ...now }, check).map(({ id }) => id)

it('keeps problems that remain, and those that return', () => {
  const problems = check.mistakesIn(values)
  expect(ids(problems, {})).toEqual(['name', 'phone'])
  expect(ids(problems, { name: 'Ada', phone: '0207946011' })).toEqual(['phone'])
  expect(ids(problems, { name: 'Ada', phone: '02079460112' })).toEqual([])
  expect(ids(problems, { phone: '020794601123' })).toEqual(['name', 'phone'])
})

it('keeps server errors until their field is changed, and form errors until another attempt', () => {
  const given = { name: 'Ada', phone: '02079460112' }
  const problems = [{ id: 'phone', message: 'Taken' }, { message: 'Try again' }]
  const left = (now: Partial<Values>) =>
    unsolvedProblems({ problems, values: given }, { ...given, ...now }, check).map(({ message }) => message)
  expect(left({})).toEqual(['Taken', 'Try again'])
  expect(left({ name: 'Bo' })).toEqual(['Taken', 'Try again'])
  expect(left({ phone: '02079460113' })).toEqual(['Try again'])
})
