import { paths } from '@marram/api-contract/paths'
import type { OlympiadName, ScoreColumn, ScoreSummary } from '@marram/api-contract/quiz'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useNavigation } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { uniqueKeys } from '@marram/ui/unique-keys'
import { Wrap } from '@marram/ui/wrap'
import box from '../art/no-answers.svg'
import podium from '../art/results.svg'
import { BesideNextQuiz, nextOlympiad } from '../components/beside-next-quiz'
import { findScores } from './find-scores'
import css from './results.module.css'
import { type Asked, askedBy, hrefOf, isFigure, sizes, sortedBy } from './results-address'

const number = new Intl.NumberFormat('en-GB')

function headingOf(total: number): string {
  return total === 1 ? '1 result' : `${number.format(total)} results`
}

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = askedBy(new URL(request.url))
  const found = await findScores(asked, request.signal)
  // None can be chosen if the host does not distinguish them: then the results are of all.
  const isKnown = found.olympiads.length === 0 || found.olympiads.some(({ slug }) => slug === asked.olympiad)
  if (asked.olympiad && !isKnown) throw redirect(hrefOf({ ...asked, olympiad: '', page: 1 }))
  if (asked.page > found.pages) throw redirect(hrefOf({ ...asked, page: found.pages }))
  return { asked, found, next: found.total === 0 ? await nextOlympiad(request.signal) : undefined }
}

export function Component() {
  const { asked, found, next } = useLoaderData<typeof loader>()
  const { scores, total, pages, olympiads } = found
  const first = (asked.page - 1) * asked.size + 1
  const busy = useNavigation().state === 'loading'
  const navigate = useNavigate()
  const change: Change = (part) => void navigate(hrefOf({ ...asked, page: 1, ...part }), { preventScrollReset: true })
  return (
    <>
      <PageMeta
        title="Quiz results"
        description="Who has taken a quiz, by first name and initial, and how many answers were right."
        noIndex
      />
      <PageBanner
        title="Quiz results"
        hour="dawn"
        art={podium}
        trail={[{ title: 'Olympiad', to: paths.olympiads() }]}
      />
      <Wrap className={css.page}>
        <div className={css.head}>
          {total > 0 && <h2 className={css.title}>{headingOf(total)}</h2>}
          {olympiads.length > 0 && <OlympiadChoice asked={asked} olympiads={olympiads} onChange={change} />}
        </div>
        {total === 0 ? (
          <BesideNextQuiz next={next}>
            <EmptyState art={box} next={<LinkButton to={paths.olympiads()}>Take a quiz</LinkButton>}>
              Nobody has taken {asked.olympiad ? 'this' : 'a'} quiz yet. Everybody who does appears here at once.
            </EmptyState>
            <AwaitedTable />
            <div className={css.unwritten} aria-hidden="true" />
          </BesideNextQuiz>
        ) : (
          <div aria-busy={busy} className={busy ? css.busy : undefined}>
            <ScoreTable scores={scores} asked={asked} onChange={change} />
            <div className={css.foot}>
              <p role="status">
                {number.format(first)} to {number.format(first + scores.length - 1)} of {number.format(total)}
              </p>
              <RowsPerPage size={asked.size} onChange={change} />
            </div>
            <Pager page={asked.page} pages={pages} hrefFor={(page) => hrefOf({ ...asked, page })} />
          </div>
        )}
      </Wrap>
    </>
  )
}

/** Goes to what is asked for with a change, on the first page. */
type Change = (change: Partial<Asked>) => void

type ChoiceProps = { asked: Asked; olympiads: OlympiadName[]; onChange: Change }

function OlympiadChoice({ asked, olympiads, onChange }: ChoiceProps) {
  return (
    <label className={`${css.choice} ${css.olympiads}`}>
      Olympiad
      <select value={asked.olympiad} onChange={({ target }) => onChange({ olympiad: target.value })}>
        <option value="">All olympiads</option>
        {olympiads.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

const RowsPerPage = ({ size, onChange }: { size: number; onChange: Change }) => (
  <label className={css.choice}>
    Rows per page
    <select value={size} onChange={({ target }) => onChange({ size: Number(target.value) })}>
      {sizes.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  </label>
)

/** Each with its title and what it says of somebody. */
const columns: [ScoreColumn, string, string][] = [
  ['name', 'Name', 'First name and an initial'],
  ['phone', 'Phone', 'Its last three digits'],
  ['correct_answers', 'Correct answers', 'How many were right'],
  ['total_question', 'Total question', 'Of how many'],
]

/** The head of the table before there is a score, and what each column will say. */
const AwaitedTable = () => (
  <table className={`${css.table} ${css.awaited}`}>
    <caption className="visually-hidden">What the results will say</caption>
    <thead>
      <tr>
        {columns.map(([column, title]) => (
          <th key={column} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      <tr>
        {columns.map(([column, , say]) => (
          <td key={column}>{say}</td>
        ))}
      </tr>
    </tbody>
  </table>
)

function ScoreTable({ scores, asked, onChange }: { scores: ScoreSummary[]; asked: Asked; onChange: Change }) {
  const keys = uniqueKeys(scores.map(({ name, phone, olympiad }) => `${name} ${phone} ${olympiad?.slug}`))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it where it is wider than the screen
    <section className={css.region} aria-label="Quiz results, scrollable" tabIndex={0}>
      <table className={css.table}>
        <caption className="visually-hidden">Participants and their scores</caption>
        <thead>
          <tr>
            {columns.map(([column, title]) => (
              <th
                key={column}
                scope="col"
                className={isFigure(column) ? css.figure : undefined}
                aria-sort={column === asked.sort ? (asked.falls ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" onClick={() => onChange(sortedBy(column, asked))}>
                  {title} <SortSign />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scores.map((score, i) => (
            <tr key={keys[i]}>
              <th scope="row">
                <bdi>{score.name}</bdi>
                {score.olympiad && !asked.olympiad && <span className={css.olympiad}>{score.olympiad.title}</span>}
              </th>
              <td>
                <bdi>{score.phone}</bdi>
              </td>
              <td className={css.figure}>
                <Bar {...score} />
                <span className={css.count}>{score.correct_answers}</span>
              </td>
              <td className={css.figure}>{score.total_question}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Bar = ({ correct_answers: correct, total_question: total }: ScoreSummary) => (
  <span className={css.bar} aria-hidden="true">
    <span style={{ inlineSize: `${total > 0 ? Math.min(100, Math.max(0, (correct / total) * 100)) : 0}%` }} />
  </span>
)

const SortSign = () => (
  <svg className={css.sign} viewBox="0 0 14 22" width="14" height="22" aria-hidden="true">
    <path className={css.rises} d="m2.5 8.5 4.5-5 4.5 5" />
    <path className={css.falls} d="m2.5 13.5 4.5 5 4.5-5" />
  </svg>
)
