import fc from 'fast-check'
import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { expect, test } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-file'
import { isRealDay } from './days'

/** The file as an independent parser reads it. */
const parsed = (entry: CalendarEntry) => convertIcsCalendar(undefined, calendarFile([entry]))
const run = { title: 'First Light Run', start: '2027-04-17', uid: 'first-light-run@marram.example' }

test('a last day is included, and nobody is shown as busy', () => {
  const [event] = parsed({ ...run, end: '2027-12-31' }).events ?? []
  expect(event).toMatchObject({
    uid: run.uid,
    summary: run.title,
    start: { type: 'DATE', date: new Date('2027-04-17') },
    end: { type: 'DATE', date: new Date('2028-01-01') },
    timeTransparent: 'TRANSPARENT',
  })
  expect(calendarFile([{ ...run, start: '2028-02-29' }])).toContain('DTEND;VALUE=DATE:20280301\r\n')
})

test('a time is the same in every time zone', () => {
  const [event] = parsed({ ...run, start: '2027-12-10T12:00:00Z' }).events ?? []
  expect(event?.start).toMatchObject({ type: 'DATE-TIME', date: new Date('2027-12-10T12:00:00Z') })
  expect(event?.end).toBeUndefined()
})

test('any text is preserved', () => {
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

test('text cannot end the entry and start another one', () => {
  const file = calendarFile([
    { ...run, description: 'Yes\nEND:VEVENT\r\nBEGIN:VEVENT', title: 'x\rATTENDEE:mailto:a@b' },
  ])
  const lines = file.split(/[\r\n]+/)
  expect(lines.filter((line) => /^(BEGIN|END):VEVENT|^ATTENDEE/.test(line))).toEqual(['BEGIN:VEVENT', 'END:VEVENT'])
})

test('no line is longer than 75 bytes or split inside a character, and all have the right line ends', () => {
  const file = calendarFile([{ ...run, title: '砂丘'.repeat(60), description: '🌊’é'.repeat(80) }])
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
  expect(file).not.toMatch(/[^\r]\n/)
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(Buffer.from(line).toString()).toBe(line)
  }
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\\', '\\n', '\n', '\r', ';', ',', ':', '"', ' ', '\t', '\0', 'END:VEVENT', '砂', '🌊', 'a'))
    .map((all) => all.join('')),
)
const day = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const entries = fc.uniqueArray(
  fc.record({ title: text, place: text, description: text, days: fc.tuple(day, day), slug: fc.webFragments() }),
  { selector: ({ slug }) => slug, maxLength: 20 },
)
/** The text as far as the format can contain it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that the format does not have
const held = (given: string) => given.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '') || null

test('any entry is read back as it was written, in lines of at most 75 bytes', () => {
  fc.assert(
    fc.property(entries, (given) => {
      const written = given.map(({ title, place, description, days, slug }): CalendarEntry => {
        const [start, end] = days.toSorted() as [string, string]
        const changed = new Date('2026-01-01T00:00:00Z')
        return { title, place, description, start, end, changed, uid: `https://marram.example/x#${slug}` }
      })
      const file = calendarFile(written, 'Marram')
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const calendar = new ICAL.Component(ICAL.parse(file))
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Marram')
      const read = calendar.getAllSubcomponents('vevent').map((event) => {
        const value = (name: string) => event.getFirstPropertyValue(name)
        const last = (value('dtend') as ICAL.Time).clone()
        last.adjust(-1, 0, 0, 0)
        return {
          ...{
            uid: value('uid'),
            title: value('summary'),
            place: value('location'),
            description: value('description'),
          },
          ...{ start: String(value('dtstart')), end: String(last), stamp: String(value('dtstamp')) },
        }
      })
      expect(read).toEqual(
        written.map(({ uid, title, place = '', description = '', start, end }) => ({
          ...{ uid, title: held(title), place: held(place), description: held(description), start, end },
          stamp: '2026-01-01T00:00:00Z',
        })),
      )
    }),
  )
})

test('a file of several entries has the same bytes each time it is written', () => {
  const changed = new Date('2026-11-02T10:00:00.250Z')
  const both = [run, { ...run, uid: 'other@marram.example', start: '2027-05-01T10:00:00Z' }].map((entry) => ({
    ...entry,
    changed,
  }))
  const write = () => calendarFile(both, 'Marram')
  expect(write()).toBe(write())
  expect(write().match(/^DTSTAMP:.*$/gm)).toEqual(Array(2).fill('DTSTAMP:20261102T100000Z'))
  const { events } = convertIcsCalendar(undefined, write())
  expect(events?.map(({ uid }) => uid)).toEqual(both.map(({ uid }) => uid))
})

test('a file without entries is valid: it has a component, as the format requires', () => {
  const [name, , components] = ICAL.parse(calendarFile([]))
  expect([name, components.length]).toEqual(['vcalendar', 1])
  expect(convertIcsCalendar(undefined, calendarFile([])).events ?? []).toEqual([])
})

test('a date is accepted if that day and the next one exist', () => {
  const days = ['2027-04-17', '2028-02-29', '2027-02-29', '2026-99-99', '0999-01-01', '9999-12-31', 'soon']
  expect(days.filter(isRealDay)).toEqual(['2027-04-17', '2028-02-29'])
})
