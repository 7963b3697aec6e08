import { ofAddress } from '@marram/api-contract/participants'
import { paths } from '@marram/api-contract/paths'
import type { Participant, ParticipantAnswer } from '@marram/api-contract/quiz'
import { PageMeta, SITE_NAME } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from '@marram/sdk/router'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { Button, LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { FormField } from '@marram/ui/form-field'
import { CheckIcon, CloseIcon } from '@marram/ui/icons'
import { Share } from '@marram/ui/share'
import { TextLink } from '@marram/ui/text-link'
import { uniqueKeys } from '@marram/ui/unique-keys'
import { Wrap } from '@marram/ui/wrap'
import type { FormEvent, ReactNode } from 'react'
import { listAnswers } from '../api'
import box from '../art/no-answers.svg'
import { BesideNextQuiz, nextOlympiad } from '../components/beside-next-quiz'
import { NightScene } from '../components/night-scene'
import { optionText, questionText } from '../components/options'
import { Certificate } from './certificate'
import css from './response.module.css'
import { isRight, type Result, resultsOf, scoreIn } from './results-of'
import { useSummary } from './use-summary'

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const certificate = url.searchParams.get('certificate') ?? undefined
  const participant = participantIn(url)
  const answers = participant ? await listAnswers(participant, request.signal) : []
  const next = answers.length === 0 ? await nextOlympiad(request.signal) : undefined
  return { name: '', phone: '', ...participant, certificate, answers, next }
}

export function Component() {
  const { name, phone, certificate, answers, next } = useLoaderData<typeof loader>()
  const results = resultsOf(answers)
  const [last] = results
  useSummary({ name, phone, correct_answers: 0, total_question: 0, ...last, olympiad: last?.slug })
  // Only our own API sends the olympiad of answers: elsewhere there is no certificate, and no link to one.
  const certified = results.find(({ slug }) => slug && slug === certificate)
  if (certified) return <Certificate name={name} phone={phone} result={certified} />
  return (
    <>
      {/* The address is somebody's name and phone number: neither is in the title. */}
      <PageMeta title="Quiz response" noIndex />
      <NightScene seed="quiz-response" low={!last}>
        <Breadcrumb
          trail={[
            { title: 'Olympiad', to: paths.olympiads() },
            { title: 'Quiz results', to: paths.quizResult() },
          ]}
          current="Quiz response"
        />
        <h1 className={css.heading}>
          {last ? (
            <>
              <span className={css.says}>Quiz response</span> <span className={css.score}>{scoreIn(last)}</span>
            </>
          ) : (
            'Quiz response'
          )}
        </h1>
        {last?.title && <p className={css.olympiad}>{last.title}</p>}
        {last && (
          <p className={css.who}>
            <bdi>{name}</bdi>, <bdi>{phone}</bdi>
          </p>
        )}
      </NightScene>
      <Wrap className={css.page}>
        {results.map((result, i) => (
          <ResultSection key={result.slug ?? ''} id={`answers-${i + 1}`} result={result} alone={results.length === 1}>
            {result.slug && (
              <LinkButton to={paths.quizResponse(name, phone, { certificate: result.slug })} look="ghost" size="small">
                Certificate to print
              </LinkButton>
            )}
          </ResultSection>
        ))}
        {!last && (
          <BesideNextQuiz next={next}>
            <EmptyState art={box} next={<AskAgain name={name} phone={phone} />}>
              There are no answers under this name and phone number. Both must be written exactly as in the quiz.
            </EmptyState>
          </BesideNextQuiz>
        )}
        {last && (
          <div className={css.ways}>
            <LinkButton to={paths.quizComplete()} state={{ score: scoreIn(last) }}>
              Finish
            </LinkButton>
            <LinkButton to={paths.quizResult()} look="ghost">
              All results
            </LinkButton>
          </div>
        )}
        {!last && !next && (
          <div className={css.ways}>
            <LinkButton to={paths.olympiads()} look="ghost">
              To the olympiads
            </LinkButton>
          </div>
        )}
      </Wrap>
    </>
  )
}

/** For a name or number that was written differently: the answers are under exactly this one. */
function AskAgain({ name, phone }: Participant) {
  const navigate = useNavigate()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = new FormData(event.currentTarget)
    const [who, number] = ['name', 'phone'].map((part) => `${asked.get(part) ?? ''}`.trim())
    if (who && number) void navigate(paths.quizResponse(who, number))
  }
  return (
    <form className={css.ask} onSubmit={ask}>
      <h2 className={css.askTitle}>Try another name or number</h2>
      <div className={css.asked}>
        <FormField id="ask-name" label="Name, as in the quiz">
          {(wiring) => <input {...wiring} className={css.line} name="name" defaultValue={name} required dir="auto" />}
        </FormField>
        <FormField id="ask-phone" label="Phone">
          {(wiring) => (
            <input
              {...wiring}
              className={css.line}
              name="phone"
              defaultValue={phone}
              required
              inputMode="tel"
              dir="auto"
            />
          )}
        </FormField>
        <Button type="submit">Show the answers</Button>
      </div>
    </form>
  )
}

/** Without the participant's name and phone, and with a link that leads to the olympiad. */
export function sharedWords(result: Result) {
  const where = result.title ? `“${result.title}”` : 'a quiz'
  return {
    text: `I answered ${scoreIn(result)} questions right in ${where} by ${SITE_NAME}.`,
    path: result.slug ? paths.olympiad(result.slug) : paths.olympiads(),
  }
}

type SectionProps = { id: string; result: Result; alone: boolean; children: ReactNode }

function ResultSection({ id, result, alone, children }: SectionProps) {
  const shared = sharedWords(result)
  const keys = uniqueKeys(result.answers.map(({ quiz }) => quiz.question))
  return (
    <section className={css.result} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {alone ? 'Your answers' : (result.title ?? 'Your answers')}
        {!alone && <span className={css.own}>{scoreIn(result)}</span>}
      </h2>
      <ol className={css.list}>
        {result.answers.map((answer, i) => (
          <Answer key={keys[i]} place={i + 1} answer={answer} />
        ))}
      </ol>
      <p className={css.shared}>{shared.text}</p>
      <div className={css.uses}>
        <Share title="Climate quiz" result={shared} />
        {children}
        {result.slug && <TextLink to={paths.quizResult({ olympiad: result.slug })}>Results of this olympiad</TextLink>}
      </div>
    </section>
  )
}

function Answer({ place, answer }: { place: number; answer: ParticipantAnswer }) {
  const { quiz, selected_answer } = answer
  const right = isRight(answer)
  const Sign = right ? CheckIcon : CloseIcon
  return (
    <li className={css.answer}>
      <span className={css.place} aria-hidden="true">
        {place}
      </span>
      <h3 className={css.question} dir="auto">
        {questionText(quiz)}
      </h3>
      <dl className={css.lines}>
        <div className={right ? css.right : css.wrong}>
          <dt>
            <Sign className={css.sign} />
            {right ? 'Your answer, correct' : 'Your answer'}
          </dt>
          <dd dir="auto">{optionText(quiz, selected_answer) ?? 'None'}</dd>
        </div>
        {!right && (
          <div className={css.right}>
            <dt>
              <CheckIcon className={css.sign} />
              Correct answer
            </dt>
            <dd dir="auto">{optionText(quiz, quiz.answer) ?? 'It was not given to us.'}</dd>
          </div>
        )}
        {quiz.explanation && (
          <div className={css.why}>
            <dt>Why</dt>
            <dd dir="auto">{quiz.explanation}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}

/** Undefined if the address is not properly encoded. The router's parameters have a slash for a `%2F`. */
export function participantIn({ pathname }: URL): Participant | undefined {
  const [name = '', phone = ''] = pathname.split('/').slice(2)
  try {
    return { name: ofAddress(decodeURIComponent(name)), phone: ofAddress(decodeURIComponent(phone)) }
  } catch {
    return undefined
  }
}
