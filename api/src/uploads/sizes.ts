const KB = 1024
const MB = 1024 * KB
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const roundNumber = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long' })

/** A size that is too large: rounded up, so that it never reads like the limit. */
export const size = (bytes: number) => inWords(bytes, Math.ceil)
/** A limit: rounded down, so that what it promises is taken. */
export const limit = (bytes: number) => inWords(bytes, Math.floor)

const inWords = (bytes: number, round: (value: number) => number) =>
  bytes < MB ? `${number.format(round(bytes / KB))} KB` : `${number.format(round((bytes / MB) * 10) / 10)} MB`

export const dimensions = (width: number, height: number) => `${number.format(width)} × ${number.format(height)} pixels`

/** As `50 million pixels`. */
export const pixels = (count: number) => `${roundNumber.format(count)} pixels`
