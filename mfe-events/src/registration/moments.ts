import dayjs from 'dayjs'

// Not by Intl: to make its formats takes a slow phone a tenth of a second.

/** `10:42`, by the visitor's own clock: in the browser alone. */
export const timeOf = (at: number) => dayjs(at).format('HH:mm')
/** `21 November 2026 at 10:42` */
export const momentOf = (at: number) => dayjs(at).format('D MMMM YYYY [at] HH:mm')
