import { convertIcsCalendar } from 'ts-ics'
import { expect, test } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-file'

/** What a parser that has nothing to do with our own writer makes of the file. */
const parsed = (entry: CalendarEntry) => convertIcsCalendar(undefined, calendarFile([entry]))
const run = { title: 'First Light Run', start: '2027-04-17', uid: 'first-light-run@marram.example' }

test('days: the last one belongs to the event, and nobody is busy', () => {
  const [event] = parsed({ ...run, end: '2027-12-31' }).events ?? []
  expect(event).toMatchObject({
    uid: run.uid,
    summary: run.title,
    start: { type: 'DATE', date: new Date('2027-04-17') },
    end: { type: 'DATE', date: new Date('2028-01-01') },
    timeTransparent: 'TRANSPARENT',
  })
  expect(calendarFile([{ ...run, start: '2028-02-29' }])).toContain('DTEND;VALUE=DATE:20280301\r\n')
  expect(calendarFile([run])).not.toContain('VTIMEZONE')
})

test('times are those of clocks in Britain, in summer and in winter', () => {
  const timed = (day: string) => parsed({ ...run, start: `${day}T09:30`, end: `${day}T16:00` })
  const summer = timed('2027-04-17')
  expect(summer.timezones?.map(({ id }) => id)).toEqual(['Europe/London'])
  expect(summer.events?.[0]?.start).toMatchObject({
    date: new Date('2027-04-17T08:30:00Z'),
    local: { timezone: 'Europe/London' },
  })
  expect(summer.events?.[0]?.end?.date).toEqual(new Date('2027-04-17T15:00:00Z'))
  expect(timed('2027-12-04').events?.[0]?.start.date).toEqual(new Date('2027-12-04T09:30:00Z'))
})

test('text comes through as it was, whatever is in it', () => {
  const text = {
    title: 'Dunes; tides, and \\n “one” more: 沙丘 🌊🌊🌊 – as long as a title can be when nobody stops it in time',
    place: 'Sea wall, gate 2; by the “Old Fish Hall”',
    description: 'Bring boots.\nThe rest,\r\nwe\rhave; 100%: yes.',
    url: 'https://marram.example/sports-details/first-light-run?a=1,2&b=3;4',
  }
  const [event, ...more] = parsed({ ...run, ...text }).events ?? []
  expect(more).toEqual([])
  expect(event).toMatchObject({
    summary: text.title,
    location: text.place,
    description: 'Bring boots.\nThe rest,\nwe\nhave; 100%: yes.',
    url: text.url,
  })
})

test('text cannot end the entry and begin another one', () => {
  const file = calendarFile([
    { ...run, description: 'Yes\nEND:VEVENT\r\nBEGIN:VEVENT', title: 'x\rATTENDEE:mailto:a@b' },
  ])
  const lines = file.split(/[\r\n]+/)
  expect(lines.filter((line) => /^(BEGIN|END):VEVENT|^ATTENDEE/.test(line))).toEqual(['BEGIN:VEVENT', 'END:VEVENT'])
})

test('no line is longer than 75 bytes, none is parted inside a character, and all end as they should', () => {
  const file = calendarFile([{ ...run, title: '砂丘'.repeat(60), description: '🌊’é'.repeat(80) }])
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
  expect(file).not.toMatch(/[^\r]\n/)
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(Buffer.from(line).toString()).toBe(line)
  }
})
