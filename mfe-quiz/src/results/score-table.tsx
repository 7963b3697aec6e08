import type { ScoreColumn, ScoreSummary } from '@marram/api-contract/quiz'
import { useNavigate } from '@marram/sdk/router'
import { uniqueKeys } from '@marram/ui/unique-keys'
import { type Asked, hrefOf, sortedBy } from './results-address'
import css from './score-table.module.css'

const columns: [ScoreColumn, string][] = [
  ['name', 'Name'],
  ['phone', 'Phone'],
  ['correct_answers', 'Correct answers'],
  ['total_question', 'Total question'],
]
const isFigure = (column: ScoreColumn) => column === 'correct_answers' || column === 'total_question'

/** Scores in the order that was asked for. Each heading sorts, and says whether it has. */
export function ScoreTable({ scores, asked }: { scores: ScoreSummary[]; asked: Asked }) {
  const navigate = useNavigate()
  const keys = uniqueKeys(scores.map(({ name, phone, olympiad }) => `${name} ${phone} ${olympiad?.slug}`))
  const sort = (column: ScoreColumn) => void navigate(hrefOf(sortedBy(column, asked)), { preventScrollReset: true })
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
                <button type="button" onClick={() => sort(column)}>
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
                {score.olympiad && <span className={css.olympiad}>{score.olympiad.title}</span>}
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

/** Two arrows; the heading that sorts shows one of them. */
const SortSign = () => (
  <svg className={css.sign} viewBox="0 0 14 22" width="14" height="22" aria-hidden="true">
    <path className={css.rises} d="m2.5 8.5 4.5-5 4.5 5" />
    <path className={css.falls} d="m2.5 13.5 4.5 5 4.5-5" />
  </svg>
)
