import { paths } from '@marram/api-contract/paths'
import { PageMeta, SITE_NAME } from '@marram/sdk/page-meta'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { Button, LinkButton } from '@marram/ui/button'
import { longDate } from '@marram/ui/dates'
import { Wrap } from '@marram/ui/wrap'
import arctic from '../art/arctic.svg'
import css from './certificate.module.css'
import { type Result, scoreIn } from './results-of'

type Props = { name: string; phone: string; result: Result }

/** One sheet of paper with a participant's result of a quiz, and only verified data. */
export function Certificate({ name, phone, result }: Props) {
  const back = paths.quizResponse(name, phone)
  const days = result.answers.map(({ answered_on = '' }) => answered_on)
  const day = longDate(days.sort().at(-1))
  return (
    <Wrap className={css.page}>
      <PageMeta title="Quiz certificate" noIndex />
      <div className={css.way}>
        <Breadcrumb
          trail={[
            { title: 'Olympiad', to: paths.olympiads() },
            { title: 'Quiz response', to: back },
          ]}
          current="Certificate"
        />
      </div>
      <article className={css.sheet} aria-labelledby="certificate">
        <div className={css.words}>
          <p className={css.giver}>{SITE_NAME}</p>
          <h1 className={css.title} id="certificate">
            Certificate
          </h1>
          <p className={css.name}>
            <bdi>{name}</bdi>
          </p>
          <p>
            answered <strong>{scoreIn(result)}</strong> questions right in the quiz of
          </p>
          <p className={css.quiz} dir="auto">
            {result.title}
          </p>
          {day && <p>{day}</p>}
          <p className={css.note}>
            The name is the one that was typed in. Answers may be looked up: looking up is half of learning.
          </p>
        </div>
        <img className={css.art} src={arctic} alt="" />
      </article>
      <div className={css.ways}>
        <Button onClick={() => print()}>Print this certificate</Button>
        <LinkButton to={back} look="ghost">
          Back to the answers
        </LinkButton>
      </div>
    </Wrap>
  )
}
