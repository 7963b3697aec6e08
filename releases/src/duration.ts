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
