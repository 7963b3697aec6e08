import type { OlympiadName, ScoreColumn, ScoreSummary } from '@marram/api-contract/quiz'
import { listScores } from '../api'
import type { Asked } from './results-address'

const FRESH_MS = 30_000
/** The last whole list of a host that cannot sort or page, in the order of `by`: another page needs no fetch and no sorting. */
let whole: { scores: ScoreSummary[]; by: string; until: number } | undefined

export async function findScores(asked: Asked, signal: AbortSignal) {
  const { sort, falls, size, page, olympiad } = asked
  if (!whole || Date.now() >= whole.until) {
    const query = { page, page_size: size, sort, order: falls ? 'desc' : 'asc', olympiad: olympiad || undefined }
    const { scores, total, olympiads } = await listScores(query, signal)
    if (total !== undefined && scores.length <= size) return found(scores, total, size, olympiads)
    whole = { scores, by: '', until: Date.now() + FRESH_MS }
  }
  const by = `${sort} ${falls}`
  if (whole.by !== by) whole = { ...whole, by, scores: whole.scores.toSorted(comparing(asked)) }
  return found(whole.scores.slice((page - 1) * size, page * size), whole.scores.length, size)
}

/** Without `olympiads` to choose from, the list is of all of them. */
const found = (scores: ScoreSummary[], total: number, size: number, olympiads: OlympiadName[] = []) => ({
  scores,
  total,
  olympiads,
  pages: Math.max(1, Math.ceil(total / size)),
})

const collator = new Intl.Collator('en', { numeric: true })
const compare = (column: ScoreColumn, a: ScoreSummary, b: ScoreSummary): number => {
  const [one, other] = [a[column], b[column]]
  return typeof one === 'number' ? one - (other as number) : collator.compare(one, String(other))
}

/** Ties are in the order that our API has without being asked: the best first, then by name. */
export function comparing({ sort, falls }: Pick<Asked, 'sort' | 'falls'>) {
  return (a: ScoreSummary, b: ScoreSummary) =>
    (falls ? -1 : 1) * compare(sort, a, b) ||
    b.correct_answers - a.correct_answers ||
    a.total_question - b.total_question ||
    compare('name', a, b)
}
