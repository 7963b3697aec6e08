import { paths } from '@marram/api-contract/paths'
import { PageMeta, SITE_NAME } from '@marram/sdk/page-meta'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { Button, LinkButton } from '@marram/ui/button'
import { Wrap } from '@marram/ui/wrap'
import arctic from '../art/arctic.svg'
import css from './certificate.module.css'

type Props = {
  name: string
  title: string | undefined
  /** `8 of 10` */
  score: string
  /** In words; empty where it is not known. */
  day: string
  back: string
}

/** One sheet of paper that says who answered how much of which quiz, and nothing that nobody has checked. */
export function Certificate({ name, title, score, day, back }: Props) {
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
            answered <strong>{score}</strong> questions right in the quiz of
          </p>
          <p className={css.quiz} dir="auto">
            {title}
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
