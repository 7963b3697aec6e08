import ICAL from 'ical.js'

// Lines have at most 75 bytes, and the library does not count the space before a continuation.
ICAL.foldLength = 74

export type CalendarEntry = {
  title: string
  /** A day, `2027-04-17`, or a moment, `2027-12-10T12:00:00Z`. */
  start: string
  /** The last day, where there are several. */
  end?: string
  place?: string
  /** Address of the page about it, with its origin. */
  url?: string
  /** The same for the same event, so that a second import replaces the first. */
  uid: string
  description?: string
  /** When it was last changed (DTSTAMP); by default now. */
  changed?: Date
}

/** Stands in a file without entries, because the format requires a component. */
const zone = `BEGIN:VTIMEZONE
TZID:UTC
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE`

/**
 * The text of an iCalendar file (RFC 5545). `name` is what calendars call it, of visible characters alone.
 */
export function calendarFile(entries: CalendarEntry[], name?: string): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Marram//Website//EN')
  if (name) calendar.addPropertyWithValue('x-wr-calname', name)
  if (entries.length === 0) calendar.addSubcomponent(ICAL.Component.fromString(zone))
  for (const entry of entries) calendar.addSubcomponent(componentOf(entry))
  return `${calendar.toString()}\r\n`
}

function componentOf({ title, start, end, place, url, uid, description, changed = new Date() }: CalendarEntry) {
  const entry = new ICAL.Component('vevent')
  entry.addPropertyWithValue('uid', uid)
  entry.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(changed, true))
  if (start.includes('T')) entry.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(start))
  else {
    const after = ICAL.Time.fromDateString(end ?? start)
    // It ends on the day after its last one.
    after.adjust(1, 0, 0, 0)
    entry.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(start))
    entry.addPropertyWithValue('dtend', after)
    // The visitor is not busy for the whole day.
    entry.addPropertyWithValue('transp', 'TRANSPARENT')
  }
  for (const [name, value] of Object.entries({ summary: title, location: place, description, url })) {
    const text = value && storable(value)
    if (text) entry.addPropertyWithValue(name, text)
  }
  return entry
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that the format does not have
const notInCalendars = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
const storable = (text: string) => text.replace(/\r\n?/g, '\n').replace(notInCalendars, '')
