import { useSyncExternalStore } from 'react'
import css from './countdown.module.css'

/** Time until `then`, in milliseconds. The server does not know it: the figures come once the page responds. */
export function Countdown({ then, over }: { then: number; over: string }) {
  const now = useSyncExternalStore(everySecond, thisSecond, () => undefined)
  const left = now === undefined ? undefined : timeLeft(now, then)
  if (now !== undefined && !left) return <p className={css.over}>{over}</p>
  return (
    <div className={css.blocks} role="timer" aria-label="Until the results">
      {units.map((unit) => (
        <p key={unit} className={css.block}>
          <span className={css.figure}>{left ? String(left[unit]).padStart(2, '0') : '––'}</span> {unit}
        </p>
      ))}
    </div>
  )
}

const thisSecond = () => Math.floor(Date.now() / 1000) * 1000

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

const units = ['days', 'hours', 'minutes', 'seconds'] as const
type TimeLeft = Record<(typeof units)[number], number>

/** Whole days, hours, minutes and seconds between two times in milliseconds; undefined once it is over. */
export function timeLeft(now: number, then: number): TimeLeft | undefined {
  const seconds = Math.ceil((then - now) / 1000)
  if (seconds <= 0) return undefined
  const whole = (size: number) => Math.floor(seconds / size)
  return { days: whole(86_400), hours: whole(3600) % 24, minutes: whole(60) % 60, seconds: seconds % 60 }
}
