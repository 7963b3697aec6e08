import { expect, it } from 'vitest'
import type { Change } from '../changes/change'
import { momentOf, scheduleForm } from './schedule'

const about = { environment: 'production', parts: ['events', 'quiz'], limit: null }
const filled = { call: 'promote', part: 'events', version: '1.1.0', date: '2099-05-01', time: '14:00' }
const at = new Date('2099-05-01T14:00').toISOString()

it('sends what is to be made at the time of this browser', () => {
  const { change } = scheduleForm(about)
  expect(change(filled)).toMatchObject({
    call: 'schedule',
    input: { environment: 'production', call: 'promote', part: 'events', version: '1.1.0', at },
    title: expect.stringMatching(/May 1, 2099.* in production: promote events 1\.1\.0$/),
  })
  const { input } = change({ ...filled, call: 'canary', traffic: '25' }) as Change
  expect(input).toMatchObject({ call: 'canary', version: '1.1.0', traffic: 25 })
  const freeze = change({ ...filled, call: 'freeze', untilDate: '2099-05-03', untilTime: '08:00' }) as Change
  expect(freeze.input).toEqual({
    environment: 'production',
    call: 'freeze',
    at,
    until: new Date('2099-05-03T08:00').toISOString(),
  })
  expect(freeze.needsReason).toBe(true)
  expect((change({ ...filled, call: 'rollback' }) as Change).input).toEqual({
    environment: 'production',
    call: 'rollback',
    part: 'events',
    at,
  })
})

it('says what is missing', () => {
  const { change } = scheduleForm(about)
  expect(change({ ...filled, version: 'newest' })).toBe('A version is written like 1.4.0.')
  expect(change({ ...filled, time: '' })).toBe('Choose a day and a time.')
  expect(change({ ...filled, call: 'freeze' })).toBe('Choose a day and a time.')
  expect(momentOf('2099-13-01', '10:00')).toBe('There is no 2099-13-01, 10:00.')
})

it('offers the part of a limited token alone, and nothing of the whole environment', () => {
  const { fields, about: subject } = scheduleForm({ ...about, limit: 'quiz' })
  const options = (name: string) =>
    fields.flatMap((field) => (field.kind === 'choice' && field.name === name ? field.options : []))
  expect(options('part')).toEqual(['quiz'])
  expect(options('call').map(([call]) => call)).not.toContain('freeze')
  expect(subject).toEqual({ environment: 'production', part: 'quiz' })
})
