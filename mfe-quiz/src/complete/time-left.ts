export const units = ['days', 'hours', 'minutes', 'seconds'] as const
export type TimeLeft = Record<(typeof units)[number], number>

/** Whole days, hours, minutes and seconds between two times in milliseconds; undefined once it is over. */
export function timeLeft(now: number, then: number): TimeLeft | undefined {
  const seconds = Math.ceil((then - now) / 1000)
  if (seconds <= 0) return undefined
  const whole = (size: number) => Math.floor(seconds / size)
  return { days: whole(86_400), hours: whole(3600) % 24, minutes: whole(60) % 60, seconds: seconds % 60 }
}
