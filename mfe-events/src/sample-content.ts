/** The one in the site's footer. */
export const phone = { shown: '020 7946 0112', href: 'tel:+442079460112' }

/** Fixed sample figures of the specification: they are the same for every event and come from no server. */
export const sampleEvent = {
  date: '17 April 2027 to 18 April 2027',
  time: '9:30 am to 4:00 pm',
  /** The same for calendars: the clock in Britain. */
  hours: { from: '09:30', to: '16:00' },
  venue: 'Aldershore Sea Wall, Gate 2',
  fee: '$35',
}

export const requirements = [
  'One form for each person. Under-sixteens need an adult with them.',
  'A photo that you send is used for the badge and for nothing else.',
  `If you cannot come after all, ring us on ${phone.shown} so that somebody else can.`,
]
