import { timing, today } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { type ApiError, isApiError } from '@marram/sdk/api-error'
import { PageMeta } from '@marram/sdk/page-meta'
import { report } from '@marram/sdk/report'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { daysFrom } from '@marram/ui/dates'
import { PageBanner } from '@marram/ui/page-banner'
import { Wrap } from '@marram/ui/wrap'
import { useState } from 'react'
import { getOlympiad, listQuestions } from '../api'
import lake from '../art/quiz.svg'
import css from './quiz.module.css'
import { QuizBody } from './quiz-body'
import { createQuizStore, QuizContext, useKeptQuiz } from './quiz-store'

/** What a call answered with, or the error that it ended with. */
const outcome = <Data,>(call: Promise<Data>): Promise<Data | ApiError> =>
  call.catch((error: unknown) => {
    if (isApiError(error)) return error
    throw error
  })

export async function loader({ params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? ''
  const [olympiad, questions] = await Promise.all([
    outcome(getOlympiad(slug, request.signal)),
    outcome(listQuestions(slug, request.signal)),
  ])
  // Some hosts know nothing of an olympiad but its quiz.
  if (isApiError(olympiad)) {
    if (isApiError(questions)) throw questions
    if (questions.length === 0) throw olympiad
    return { slug, title: 'Olympiad quiz', image: '', when: { days: undefined, today: today() }, questions }
  }
  const { title, image } = olympiad
  const when = { days: daysFrom(olympiad.date_from, olympiad.date_to), today: today() }
  const quiz = { slug, title, image, when }
  // Nobody has to see what will be asked.
  if (timing(when.days, when.today) === 'coming') return { ...quiz, questions: [] }
  if (!isApiError(questions)) return { ...quiz, questions }
  report({ kind: 'quiz', message: questions.message })
  return { ...quiz, questions: undefined }
}

export function Component() {
  const quiz = useLoaderData<typeof loader>()
  return <QuizPage key={quiz.slug} {...quiz} />
}

function QuizPage({ slug, title, image, when, questions }: Awaited<ReturnType<typeof loader>>) {
  const [store] = useState(() => createQuizStore(slug, questions))
  useKeptQuiz(store, slug)
  return (
    <QuizContext value={store}>
      <PageMeta
        title={`${title}: the quiz`}
        description={`Take the quiz of “${title}”: three answers to choose from for each question.`}
        image={image}
      />
      <div className={css.banner}>
        <PageBanner
          title={title}
          hour="night"
          art={lake}
          trail={[{ title: 'Olympiad', to: paths.olympiads() }]}
          current="Quiz"
        />
      </div>
      <Wrap className={css.page}>
        <QuizBody olympiad={slug} when={when} />
      </Wrap>
    </QuizContext>
  )
}
