import ICAL from 'ical.js'

// Lines have at most 75 bytes, and the library does not count the space before a continuation.
ICAL.foldLength = 74

export type CalendarEntry = {
  title: string
  /** A day, `2027-04-17`, or a time in Britain, `2027-04-17T09:30`. */
  start: string
  /** The last day, or the time of the end; without it the entry is that one day, or a moment. */
  end?: string
  place?: string
  /** Address of the page about it, with its origin. */
  url?: string
  /** The same for the same event, so that a second import replaces the first. */
  uid: string
  /** Plain text. */
  description?: string
}

/** The rule by which calendars elsewhere convert British times. */
const zone = `BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:DAYLIGHT
DTSTART:19810329T010000
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
TZNAME:BST
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
TZNAME:GMT
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`

type Whole = {
  /** What calendars call a file that somebody subscribes to; visible characters alone. */
  name?: string
  /** When all of it was written, as `2026-01-01T00:00:00Z`; by default now, and then no two files are equal. */
  written?: string
}

/** The text of an iCalendar file (RFC 5545). */
export function calendarFile(entries: CalendarEntry[], { name, written }: Whole = {}): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Marram//Website//EN')
  if (name) calendar.addPropertyWithValue('x-wr-calname', name)
  // The format requires a component, also where there is no entry.
  if (entries.length === 0 || entries.some(isTimed)) calendar.addSubcomponent(ICAL.Component.fromString(zone))
  const stamp = written
    ? ICAL.Time.fromDateTimeString(written)
    : ICAL.Time.now().convertToZone(ICAL.Timezone.utcTimezone)
  for (const entry of entries) calendar.addSubcomponent(componentOf(entry, stamp))
  return `${calendar.toString()}\r\n`
}

const isTimed = ({ start }: CalendarEntry) => start.includes('T')

function componentOf(given: CalendarEntry, stamp: ICAL.Time): ICAL.Component {
  const { title, start, end, place, url, uid, description } = given
  const timed = isTimed(given)
  const entry = new ICAL.Component('vevent')
  entry.addPropertyWithValue('uid', uid)
  entry.addPropertyWithValue('dtstamp', stamp.clone())
  const setTime = (name: string, time: ICAL.Time) => {
    const property = entry.addPropertyWithValue(name, time)
    if (timed) property.setParameter('tzid', 'Europe/London')
  }
  const last = timeOf(end ?? start)
  // An all-day entry ends on the day after its last one.
  if (!timed) last.adjust(1, 0, 0, 0)
  setTime('dtstart', timeOf(start))
  if (end || !timed) setTime('dtend', last)
  // The visitor is not busy for the whole day.
  if (!timed) entry.addPropertyWithValue('transp', 'TRANSPARENT')
  for (const [name, value] of Object.entries({ summary: title, location: place, description, url })) {
    const text = value && storable(value)
    if (text) entry.addPropertyWithValue(name, text)
  }
  return entry
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that the format does not have
const notInCalendars = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
const storable = (text: string) => text.replace(/\r\n?/g, '\n').replace(notInCalendars, '')

const timeOf = (value: string) =>
  value.includes('T') ? ICAL.Time.fromDateTimeString(`${value}:00`) : ICAL.Time.fromDateString(value)
