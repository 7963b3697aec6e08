const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** `10:42`, by the visitor's own clock: in the browser alone. */
export const timeOf = (at: number) => time.format(at)
/** `21 November 2026 at 10:42` */
export const momentOf = (at: number) => `${day.format(at)} at ${time.format(at)}`
