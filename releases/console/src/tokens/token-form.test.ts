import { expect, it } from 'vitest'
import { tokenWanted } from './grant'

const now = Date.UTC(2026, 4, 1)
const wanted = (values: object) =>
  tokenWanted({ name: ' Ann ', role: 'viewer', days: '', ...values }, ['production'], now)

it('has the fields that the role needs and may have, and no more', () => {
  const both = { part: ' mfe-theatre ', environment: 'staging' }
  const sent = { name: 'Ann', part: 'mfe-theatre', environment: 'staging' }
  expect(wanted({ ...both, days: '' })).toEqual({ name: 'Ann', role: 'viewer' })
  expect(wanted({ role: 'admin', ...both })).toEqual({ name: 'Ann', role: 'admin' })
  expect(wanted({ role: 'publisher', part: 'mfe-theatre' })).toEqual({
    ...{ name: 'Ann', role: 'publisher', part: 'mfe-theatre' },
  })
  for (const role of ['publisher', 'releaser', 'manager']) expect(wanted({ role, ...both })).toEqual({ ...sent, role })
  expect(wanted({ role: 'manager' })).toEqual({ name: 'Ann', role: 'manager', environment: 'production' })
  expect(wanted({ role: 'edge', ...both })).toEqual({ name: 'Ann', role: 'edge', environment: 'staging' })
  expect(wanted({ days: '1' })).toMatchObject({ expiresAt: '2026-05-02T00:00:00.000Z' })
})

it('shows its mistakes', () => {
  expect(wanted({ name: ' ' })).toBe('Give it a name.')
  for (const role of ['publisher', 'releaser'])
    for (const part of ['', 'Theatre', '9-lives', 'mfe theatre', 'constructor'])
      expect(wanted({ role, part })).toContain('lower-case letters, digits and dashes, with a letter first')
  expect(wanted({ role: 'manager', part: 'Theatre' })).toContain('Name the part')
})
