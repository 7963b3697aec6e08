import fc from 'fast-check'
import { expect, it } from 'vitest'
import { momentInZone } from './options'

it.each([
  ['2026-05-01T12:00:00Z', undefined, '2026-05-01T12:00:00.000Z'],
  ['2026-05-01T12:00+02:00', undefined, '2026-05-01T10:00:00.000Z'],
  ['2026-12-01 09:00', 'Europe/Oslo', '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00', 'Europe/Oslo', '2026-07-01T07:00:00.000Z'],
  ['2026-07-01 09:00', 'Asia/Kathmandu', '2026-07-01T03:15:00.000Z'],
  ['2026-07-01 09:00', 'Pacific/Kiritimati', '2026-06-30T19:00:00.000Z'],
  ['2026-07-01 09:00', 'UTC', '2026-07-01T09:00:00.000Z'],
  // This hour comes twice.
  ['2026-10-25 02:30', 'Europe/Oslo', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25 03:00', 'Europe/Oslo', '2026-10-25T02:00:00.000Z'],
])('reads %s of %s', (text, zone, expected) => {
  expect(momentInZone(text, zone)).toBe(expected)
})

it.each([
  ['2026-05-01 12:00', undefined, 'is not a moment with its time zone'],
  ['2026-05-01', undefined, 'is not a moment with its time zone'],
  ['tomorrow', undefined, 'is not a moment with its time zone'],
  ['tomorrow', 'Europe/Oslo', 'is not a local time'],
  ['2026-05-01T12:00:00Z', 'Europe/Oslo', 'is not a local time'],
  ['2026-02-30 12:00', 'Europe/Oslo', 'There is no 2026-02-30 12:00.'],
  ['2026-02-28 24:00', 'Europe/Oslo', 'There is no'],
  ['2026-05-01 12:00', 'Europe/Atlantis', 'Europe/Atlantis is not a time zone'],
  ['2026-03-29 02:30', 'Europe/Oslo', 'does not exist in Europe/Oslo'],
])('refuses %s of %s', (text, zone, message) => {
  expect(() => momentInZone(text, zone)).toThrow(message)
})

it('is what clocks of the zone show', () => {
  const zones = fc.constantFrom(
    'Europe/Oslo',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Apia',
  )
  const day = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(zones, day, (zone, date) => {
      const shown = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
        date,
      )
      const found = new Date(momentInZone(shown, zone))
      // Of a time that comes twice it is the first.
      expect(found.getTime()).toBeLessThanOrEqual(date.getTime())
      expect(date.getTime() - found.getTime()).toBeLessThan(3_660_000)
      expect(
        new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(found),
      ).toBe(shown)
    }),
  )
})
