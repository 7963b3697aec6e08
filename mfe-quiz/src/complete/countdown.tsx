import { useSyncExternalStore } from 'react'
import css from './countdown.module.css'
import { timeLeft, units } from './time-left'

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
