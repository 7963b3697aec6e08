export const phone = { shown: '020 7946 0112', href: 'tel:+442079460112' }

/** The same beside every form: they come from no server. */
export const requirements = [
  'If you are under sixteen, fill it in together with an adult.',
  'A picture that you send is used for what its question says, and for nothing else.',
  `If something changes or you cannot come after all, ring us on ${phone.shown}.`,
]

/** The same beside the form for work of one's own. */
export const requirementsOfWork = [
  'If you are under sixteen, send it together with an adult.',
  'Send what is your own, or ask whoever made it first.',
  `If you change your mind, ring us on ${phone.shown}.`,
]
