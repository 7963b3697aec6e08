import { timing, today } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { DateRange } from '@marram/ui/date-range'
import { daysFrom } from '@marram/ui/dates'
import { Prose } from '@marram/ui/prose'
import { prepareSanitiser } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getOlympiad, hasQuiz, listOlympiads } from '../api'
import { calendarEntry, eventDetail, moreEvents } from '../components/event-detail'
import { EventMeta } from '../components/event-meta'
import { MoreEvents } from '../components/more-events'
import { RegistrationTicket } from '../components/registration-ticket'
import { DetailLayout } from '../layouts/detail-layout'

export const prepare = prepareSanitiser

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const slug = params.slug ?? ''
  const [event, quiz, all] = await Promise.all([
    getOlympiad(slug, signal),
    unlessFailed(hasQuiz(slug, signal)),
    unlessFailed(listOlympiads(signal)),
  ])
  const time = timing(daysFrom(event.date_from, event.date_to), today())
  return { ...(await eventDetail(event)), quiz, time, more: moreEvents(all, slug) }
}

export function Component() {
  const { event, state, text, summary, quiz, time, more } = useLoaderData<typeof loader>()
  const address = paths.olympiad(event.slug)
  return (
    <DetailLayout
      event={event}
      state={state}
      trail={[{ title: 'Olympiad', to: paths.olympiads() }]}
      ticket={
        <RegistrationTicket
          event={event}
          state={state}
          kind="olympiad"
          entry={calendarEntry(event, address, { summary })}
        >
          <QuizStart olympiad={event.slug} quiz={quiz} time={time} begins={event.date_from} />
        </RegistrationTicket>
      }
      after={
        <MoreEvents
          title="More olympiads"
          cards={more}
          linkTo={paths.olympiad}
          all={{ title: 'All olympiads', to: paths.olympiads() }}
        />
      }
    >
      <EventMeta event={event} summary={summary} address={address} />
      <Prose html={text} />
    </DetailLayout>
  )
}

type Props = {
  olympiad: string
  /** Whether there are questions; undefined where that could not be found out. */
  quiz: boolean | undefined
  /** Whether it can be answered yet, or still. */
  time: ReturnType<typeof timing>
  /** The day on which it begins. */
  begins: string
}

/** The way to the quiz, or the words that there is none, or none now. Where that is not known, the quiz's own page says it. */
function QuizStart({ olympiad, quiz, time, begins }: Props) {
  if (quiz === false) return <p>This olympiad has no quiz.</p>
  if (time === 'over') return <p>The quiz is over.</p>
  if (time === 'coming')
    return (
      <p>
        The quiz begins on <DateRange from={begins} />.
      </p>
    )
  return (
    <LinkButton to={paths.quiz(olympiad)} look="ghost" size="large">
      START QUIZ
    </LinkButton>
  )
}
