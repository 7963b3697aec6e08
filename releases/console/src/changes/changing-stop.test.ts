import type { Stop } from '@marram/release-contract/calls/stops'
import { expect, it } from 'vitest'
import type { Change } from './change'
import { stopForm } from './stop-changes'

const until = '2026-05-01T13:00:00Z'
const killed: Stop = {
  ...{ environment: 'production', kind: 'kill', part: 'events', reason: 'a fire', notice: 'Back at one.' },
  ...{ by: 'Ann', since: '2026-05-01T12:00:00Z', until },
}
const where = { environment: 'production', revision: 7 }
const begun = ({ fields }: ReturnType<typeof stopForm>) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']))
const changed = (stop: Stop, typed: object = {}) => {
  const form = stopForm(where, stop)
  return form.change({ ...begun(form), ...typed }) as Change & { input: Record<string, unknown> }
}

it('starts with the current values, which stay until somebody changes them', () => {
  const form = stopForm(where, killed)
  expect(form.reason).toBe('a fire')
  expect(begun(form).notice).toBe('Back at one.')
  expect(changed(killed)).toMatchObject({
    call: 'kill',
    input: { environment: 'production', part: 'events', notice: 'Back at one.', until, revision: 7 },
  })
  expect(changed(killed).effects[0]).toBe("No visitor's page changes (0 %).")
})

it('changes notice and end', () => {
  const other = changed(killed, { notice: ' Back at two. ', end: '120' })
  expect(other.effects[0]).toContain('All visitors (100 %) who open its pages read the other notice')
  expect(other.input.notice).toBe('Back at two.')
  expect(new Date(String(other.input.until)).getTime()).toBeGreaterThan(Date.now() + 119 * 60_000)
  expect(changed(killed, { notice: '', end: '' }).input).toEqual({
    ...{ environment: 'production', part: 'events', revision: 7 },
  })
})

it('has no notice for a lock or a freeze', () => {
  const frozen: Stop = { ...killed, kind: 'freeze', part: null, notice: null, until: null }
  expect(begun(stopForm(where, frozen))).toEqual({ end: '' })
  const { call, input, title } = changed(frozen)
  expect([call, input]).toEqual(['freeze', { environment: 'production', revision: 7 }])
  expect(title).toBe('Change why and until when it is frozen: production')
  expect(changed({ ...killed, kind: 'lock', notice: null })).toMatchObject({ call: 'lock', input: { part: 'events' } })
})
