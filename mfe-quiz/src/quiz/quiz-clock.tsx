import { Button } from '@marram/ui/button'
import { ClockIcon } from '@marram/ui/icons'
import { useState } from 'react'
import { useSeconds } from '../components/seconds'
import css from './quiz-clock.module.css'
import { useQuiz, useQuizStore } from './quiz-store'

/** Counts the minutes down once a visitor starts it. Nothing happens at the end: the server decides whether answers are late. */
export function QuizClock({ minutes }: { minutes: number }) {
  const { startClock } = useQuizStore()
  const { clock: began } = useQuiz()
  const [hidden, setHidden] = useState(false)
  const button = began === undefined ? 'Start' : hidden ? 'Show' : 'Hide'
  return (
    <div className={css.clock}>
      {began === undefined || hidden ? (
        <p className={css.time}>
          <ClockIcon className={css.sign} /> Total time: {inMinutes(minutes)}
        </p>
      ) : (
        <TimeLeft minutes={minutes} began={began} />
      )}
      <Button look="ghost" size="small" onClick={began === undefined ? startClock : () => setHidden(!hidden)}>
        {button} the clock
      </Button>
    </div>
  )
}

/** The figures are silent; the words beside them change a few times, and each time screen readers say them. */
function TimeLeft({ minutes, began }: { minutes: number; began: number }) {
  const now = useSeconds() ?? began
  const left = secondsLeft(minutes, began, now)
  return (
    <>
      <p className={css.time} role="timer">
        <ClockIcon className={css.sign} /> {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')} left
      </p>
      <p className={css.words} role="status">
        {wordsFor(left, minutes)}
      </p>
    </>
  )
}

const inMinutes = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

/** Never more than the clock began with, also where the device's own clock was set back. */
export const secondsLeft = (minutes: number, began: number, now: number) =>
  Math.min(minutes * 60, Math.max(0, Math.ceil(minutes * 60 - (now - began) / 1000)))

export function wordsFor(left: number, minutes: number): string {
  if (left === 0) return 'The time is over. Nothing is lost, and you can still submit your answers.'
  const mark = [1, 5, 10].find((each) => each < minutes && left <= each * 60)
  if (!mark) return ''
  return mark === 1 ? 'The last minute.' : `${mark} minutes left, or less.`
}
