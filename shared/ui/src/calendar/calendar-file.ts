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

/** The text of an iCalendar file (RFC 5545) with one entry. */
export function calendarFile({ title, start, end, place, url, uid, description }: CalendarEntry): string {
  const timed = start.includes('T')
  const entry = new ICAL.Component('vevent')
  entry.addPropertyWithValue('uid', uid)
  entry.addPropertyWithValue('dtstamp', ICAL.Time.now().convertToZone(ICAL.Timezone.utcTimezone))
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
  for (const [name, value] of Object.entries({ summary: title, location: place, description, url }))
    if (value) entry.addPropertyWithValue(name, value.replace(/\r\n?/g, '\n'))

  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Marram//Website//EN')
  if (timed) calendar.addSubcomponent(ICAL.Component.fromString(zone))
  calendar.addSubcomponent(entry)
  return `${calendar.toString()}\r\n`
}

const timeOf = (value: string) =>
  value.includes('T') ? ICAL.Time.fromDateTimeString(`${value}:00`) : ICAL.Time.fromDateString(value)
