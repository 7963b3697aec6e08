import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { useLocation } from '@marram/sdk/router'
import { downloadCalendarFile } from '@marram/ui/add-to-calendar'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { Button, LinkButton } from '@marram/ui/button'
import { absolute } from '@marram/ui/json-ld'
import { TextLink } from '@marram/ui/text-link'
import { Wrap } from '@marram/ui/wrap'
import { useSyncExternalStore } from 'react'
import { NightScene } from '../components/night-scene'
import { useSeconds } from '../components/seconds'
import css from './complete.module.css'

/** A fixed sample figure of the specification: when all results are out. In winter Britain's clocks show UTC. */
const results = {
  day: 'Friday, 10 December 2027',
  time: 'at 12 noon',
  moment: '2027-12-10T12:00:00Z',
  /** Of its entry in a visitor's calendar. */
  uid: 'quiz-results-2027@marram',
}

export function Component() {
  return (
    <>
      <PageMeta title="Quiz complete" description={`All results are out on ${results.day}, ${results.time}.`} noIndex />
      <NightScene seed="quiz-complete">
        <Breadcrumb trail={[{ title: 'Olympiad', to: paths.olympiads() }]} current="Quiz complete" />
        <div className={css.columns}>
          <div>
            <h1 className={css.title}>Thank you</h1>
            <p className={css.lead}>
              Your answers are in
              <OwnScore />. The final results of all quizzes are out on{' '}
              <strong>
                <span className={css.day}>{results.day}</span>, {results.time}
              </strong>
              .
            </p>
            <div className={css.ways}>
              {/* The product's words; what it can do is a calendar file, which the page says below. */}
              <Button look="honey" size="large" onClick={() => void remind()}>
                SEND ME EMAIL REMINDER
              </Button>
              <LinkButton to={paths.home()} look="ghost" size="large">
                GO HOME
              </LinkButton>
            </div>
            <p className={css.note}>The reminder is a file for your own calendar: no e-mail is sent.</p>
          </div>
          <Countdown then={Date.parse(results.moment)} over="The results are out." />
        </div>
      </NightScene>
      <Wrap className={css.page}>
        <h2 className={css.heading}>Until then</h2>
        <ul className={css.more}>
          {meanwhile.map(({ title, to, text }) => (
            <li key={to}>
              <TextLink to={to}>{title}</TextLink>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Wrap>
    </>
  )
}

const meanwhile = [
  { title: 'All results so far', to: paths.quizResult(), text: 'Who has taken part, and how many answers were right.' },
  { title: 'More olympiads', to: paths.olympiads(), text: 'Others that are open, and those that begin later.' },
  {
    title: 'Coming events',
    to: paths.campaignEvents(),
    text: 'Counts, walks and evenings, for which nobody asks questions.',
  },
]

const remind = () =>
  downloadCalendarFile('quiz-results', {
    title: 'Quiz results are out',
    start: results.moment,
    url: absolute(paths.quizResult()),
    uid: results.uid,
    description: 'The final results of all quizzes.',
  })

/** Time until `then`, in milliseconds. The server renders it without figures. */
function Countdown({ then, over }: { then: number; over: string }) {
  const now = useSeconds()
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

/** The page of the answers gives it to its link; the server knows none. */
function OwnScore() {
  const { state } = useLocation()
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (!isHydrated || typeof state?.score !== 'string') return null
  return (
    <>
      , <strong>{state.score}</strong> of them right
    </>
  )
}

const units = ['days', 'hours', 'minutes', 'seconds'] as const

export function timeLeft(now: number, then: number) {
  const seconds = Math.ceil((then - now) / 1000)
  if (seconds <= 0) return undefined
  const whole = (size: number) => Math.floor(seconds / size)
  return { days: whole(86_400), hours: whole(3600) % 24, minutes: whole(60) % 60, seconds: seconds % 60 }
}
