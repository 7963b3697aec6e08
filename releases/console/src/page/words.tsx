const numbers = new Intl.NumberFormat('en')
const moments = new Intl.DateTimeFormat('en', {
  ...({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const),
  timeZoneName: 'short',
})

export const count = (value: number): string => numbers.format(value)

/** `12.5 %`, with at most two decimals. */
export const percent = (value: number): string => `${Number(value.toFixed(2))} %`

export const when = (moment: string | number): string => moments.format(new Date(moment))

/** A sentence of the registry with its moments in the time zone of this browser. */
export const inOwnTime = (words: string): string => words.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, when)

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{when(at)}</time>

export const bytes = (size: number): string => {
  if (Math.abs(size) < 1000) return `${size} B`
  const kb = size / 1000
  return Math.abs(kb) < 1000 ? `${kb.toFixed(kb < 10 ? 1 : 0)} KB` : `${(kb / 1000).toFixed(1)} MB`
}

/** `1 file`, `2 files`. */
export const some = (amount: number, noun: string): string => `${count(amount)} ${noun}${amount === 1 ? '' : 's'}`
