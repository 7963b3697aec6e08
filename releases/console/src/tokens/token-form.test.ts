import { expect, it } from 'vitest'
import { tokenWanted } from './tokens'

const now = Date.UTC(2026, 4, 1)
const wanted = (values: object) =>
  tokenWanted({ name: ' Ann ', role: 'viewer', of: '', days: '', reason: ' ', ...values }, ['production'], now)

it('asks for what the role needs, and for no more', () => {
  expect(wanted({})).toEqual({ name: 'Ann', role: 'viewer' })
  expect(wanted({ role: 'publisher', of: ' mfe-theatre ' })).toMatchObject({ part: 'mfe-theatre' })
  expect(wanted({ role: 'manager' })).toMatchObject({ environment: 'production' })
  expect(wanted({ role: 'manager', of: 'staging' })).toMatchObject({ environment: 'staging' })
  expect(wanted({ role: 'edge' })).toMatchObject({ environment: 'production' })
  expect(wanted({ days: '1', reason: ' a new team ' })).toMatchObject({
    ...{ expiresAt: '2026-05-02T00:00:00.000Z', reason: 'a new team' },
  })
})

it('says what is wrong with it', () => {
  expect(wanted({ name: ' ' })).toBe('Give it a name.')
  for (const of of ['', 'Theatre', '9-lives', 'mfe theatre', 'constructor'])
    expect(wanted({ role: 'publisher', of })).toContain('lower-case letters, digits and dashes, with a letter first')
})
