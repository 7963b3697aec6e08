import type { OlympiadName, ScoreColumn, ScoreSummary } from '@marram/api-contract/quiz'
import { listScores } from '../api'
import type { Asked } from './results-address'

const FRESH_MS = 30_000
type Order = Pick<Asked, 'sort' | 'falls'>
/** The last whole list of a host that cannot sort or page: turning a page neither fetches nor sorts it again. */
let whole: { inOrder: (order: Order) => ScoreSummary[]; until: number } | undefined

/** One page of scores, sorted; by the host where it can, else here. */
export async function findScores(asked: Asked, signal: AbortSignal) {
  if (whole && Date.now() < whole.until) return pageOf(whole.inOrder(asked), asked)
  const { sort, falls, size, page, olympiad } = asked
  const query = { page, page_size: size, sort, order: falls ? 'desc' : 'asc', olympiad: olympiad || undefined }
  const { scores, total, olympiads } = await listScores(query, signal)
  if (total !== undefined && scores.length <= size) return found(scores, total, size, olympiads)
  whole = { inOrder: inEveryOrder(scores), until: Date.now() + FRESH_MS }
  return pageOf(whole.inOrder(asked), asked)
}

/** Without `olympiads` to choose from, the list is of all of them. */
const found = (scores: ScoreSummary[], total: number, size: number, olympiads: OlympiadName[] = []) => ({
  scores,
  total,
  olympiads,
  pages: Math.max(1, Math.ceil(total / size)),
})

const pageOf = (all: ScoreSummary[], { size, page }: Asked) =>
  found(all.slice((page - 1) * size, page * size), all.length, size)

/** Sorts the list once for each order that is asked for. */
export function inEveryOrder(all: ScoreSummary[]): (order: Order) => ScoreSummary[] {
  const sorted = new Map<string, ScoreSummary[]>()
  return (order) => {
    const key = `${order.sort} ${order.falls}`
    const list = sorted.get(key) ?? all.toSorted(comparing(order))
    sorted.set(key, list)
    return list
  }
}

const collator = new Intl.Collator('en', { numeric: true })
const compare = (column: ScoreColumn, a: ScoreSummary, b: ScoreSummary): number => {
  const [one, other] = [a[column], b[column]]
  return typeof one === 'number' ? one - (other as number) : collator.compare(one, String(other))
}

/** Ties are in the order that our API has without being asked: the best first, then by name. */
function comparing({ sort, falls }: Order) {
  return (a: ScoreSummary, b: ScoreSummary) =>
    (falls ? -1 : 1) * compare(sort, a, b) ||
    b.correct_answers - a.correct_answers ||
    a.total_question - b.total_question ||
    compare('name', a, b)
}
