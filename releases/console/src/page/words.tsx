const numbers = new Intl.NumberFormat('en')
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export const count = (value: number): string => numbers.format(value)

/** `12.5 %`, with at most two decimals. */
export const percent = (value: number): string => `${Number(value.toFixed(2))} %`

export const when = (moment: string | number): string => moments.format(new Date(moment))

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{when(at)}</time>

export const bytes = (size: number): string => {
  if (Math.abs(size) < 1000) return `${size} B`
  const kb = size / 1000
  return Math.abs(kb) < 1000 ? `${kb.toFixed(kb < 10 ? 1 : 0)} KB` : `${(kb / 1000).toFixed(1)} MB`
}

/** `1 file`, `2 files`. */
export const some = (amount: number, noun: string): string => `${count(amount)} ${noun}${amount === 1 ? '' : 's'}`

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** `1 h 30 min`: its two largest units. */
export function duration(seconds: number): string {
  const parts: string[] = []
  let rest = Math.round(seconds)
  for (const [unit, length] of units) {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    if (amount > 0) parts.push(`${amount} ${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}
