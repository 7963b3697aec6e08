import ICAL from 'ical.js'

// A line has at most 75 bytes; the space that the library puts before what continues one is not in its count.
ICAL.foldLength = 74

/** Something for a visitor's own calendar. */
export type CalendarEntry = {
  title: string
  /** A day, `2027-04-17`, or a time in Britain, `2027-04-17T09:30`. */
  start: string
  /** The last day, or the time of the end; without it the entry is that one day, or a moment. */
  end?: string
  place?: string
  /** Address of the page about it, with its origin. */
  url?: string
  /** The same for the same event, so that a calendar which takes the file again has it once. */
  uid: string
  /** Plain text. */
  description?: string
}

/** Clocks of Britain: a calendar elsewhere in the world needs the rule to show its own time. */
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
  setTime(entry, 'dtstart', start)
  if (timed) end && setTime(entry, 'dtend', end)
  else setTime(entry, 'dtend', dayAfter(end ?? start))
  // An exhibition that is open does not take the visitor's whole day.
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

function setTime(entry: ICAL.Component, name: string, value: string): void {
  if (value.includes('T'))
    entry.addPropertyWithValue(name, ICAL.Time.fromDateTimeString(`${value}:00`)).setParameter('tzid', 'Europe/London')
  else entry.addPropertyWithValue(name, ICAL.Time.fromDateString(value))
}

/** The end of days in a calendar is the first one that is no longer part of it. */
function dayAfter(day: string): string {
  const time = ICAL.Time.fromDateString(day)
  time.adjust(1, 0, 0, 0)
  return time.toString()
}
