import { timing, today } from '@marram/api-contract/event-state'
import { getOlympiad, listOlympiads } from '@marram/api-contract/olympiads'
import { paths } from '@marram/api-contract/paths'
import { getQuiz } from '@marram/api-contract/quiz'
import { get } from '@marram/sdk/api-client'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { DateRange } from '@marram/ui/date-range'
import { TextLink } from '@marram/ui/text-link'
import { unlessFailed } from '@marram/ui/unless-failed'
import { loadDetail } from '../components/event-detail'
import { daysOf } from '../components/event-state'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export async function loader(args: LoaderFunctionArgs) {
  const { params, request } = args
  const [detail, questions] = await Promise.all([
    loadDetail(args, getOlympiad, listOlympiads),
    unlessFailed(get(getQuiz, { params: { slug: params.slug ?? '' }, signal: request.signal })),
  ])
  return { ...detail, quiz: questions && questions.length > 0, time: timing(daysOf(detail.event), today()) }
}

export function Component() {
  const detail = useLoaderData<typeof loader>()
  return (
    <DetailLayout
      detail={detail}
      kind="olympiad"
      linkTo={paths.olympiad}
      list={{ to: paths.olympiads(), title: 'Olympiad', more: 'More olympiads', all: 'All olympiads' }}
      actions={<QuizStart {...detail} />}
    />
  )
}

/** Links to the quiz and its results, or why there are none now. Where that is not known, the quiz's own page explains it. */
function QuizStart({ event: { slug, date_from }, quiz, time }: Awaited<ReturnType<typeof loader>>) {
  if (quiz === false) return <p>This olympiad has no quiz.</p>
  if (time === 'coming')
    return (
      <p>
        The quiz begins on <DateRange from={date_from} />.
      </p>
    )
  return (
    <>
      {time === 'over' ? (
        <p>The quiz is over.</p>
      ) : (
        <LinkButton to={paths.quiz(slug)} look="ghost" size="large">
          START QUIZ
        </LinkButton>
      )}
      <TextLink to={paths.quizResult({ olympiad: slug })}>Results of the quiz</TextLink>
    </>
  )
}
