import { timing, today } from '@marram/api-contract/event-state'
import { listOlympiads } from '@marram/api-contract/olympiads'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { LinkButton } from '@marram/ui/button'
import { daysFrom } from '@marram/ui/dates'
import { EventTicket } from '@marram/ui/event-ticket'
import { unlessFailed } from '@marram/ui/unless-failed'
import type { ReactNode } from 'react'
import css from './beside-next-quiz.module.css'

/** The olympiad that is on or comes first. Without one, and if its call fails, a page has the rest alone. */
export async function nextOlympiad(signal: AbortSignal) {
  const olympiads = (await unlessFailed(get(listOlympiads, { signal }))) ?? []
  const day = today()
  return olympiads
    .map(({ slug, title, date_from, date_to, quiz_minutes: minutes }) => {
      const days = daysFrom(date_from, date_to)
      return { slug, title, days, minutes, time: timing(days, day) }
    })
    .find(({ title, days, time }) => title && days && time !== 'over')
}

type Props = { next: Awaited<ReturnType<typeof nextOlympiad>>; children: ReactNode }

/** A page without answers yet, and beside it the ticket of where the next ones are given. */
export const BesideNextQuiz = ({ next, children }: Props) => (
  <div className={css.columns}>
    <div>{children}</div>
    {next && (
      <EventTicket from={next.days?.first} to={next.days?.last}>
        <h2 className={css.title}>{next.title}</h2>
        <p>
          {next.time === 'now' ? 'It is on now.' : 'It comes next.'}
          {next.minutes ? ` Its quiz takes ${next.minutes} minutes.` : ''}
        </p>
        <LinkButton to={paths.olympiad(next.slug)} look="ghost">
          To the olympiad
        </LinkButton>
      </EventTicket>
    )}
  </div>
)
