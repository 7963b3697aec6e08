import { paths } from '@marram/api-contract/paths'
import { type ScoreColumn, scoreColumns } from '@marram/api-contract/quiz'

export const sizes = [5, 10, 25]
const USUAL_SIZE = 10
/** More pages than any list has: 50,000 participants are 10,000 pages of five. */
const LAST_PAGE = 1_000_000

/** Columns with figures are sorted from the highest down at first, others from A. */
export const isFigure = (column: ScoreColumn) => column === 'correct_answers' || column === 'total_question'
const USUAL_SORT = 'correct_answers'

/** The list of an address: by default the best ten, in all olympiads. */
export function askedBy({ searchParams }: URL) {
  const sort = scoreColumns.find((column) => column === searchParams.get('sort')) ?? USUAL_SORT
  const order = searchParams.get('order')
  const size = sizes.find((each) => String(each) === searchParams.get('size')) ?? USUAL_SIZE
  const page = Number(searchParams.get('page') ?? 1)
  return {
    olympiad: searchParams.get('olympiad') ?? '',
    sort,
    falls: order === 'asc' || order === 'desc' ? order === 'desc' : isFigure(sort),
    size,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1,
  }
}

export type Asked = ReturnType<typeof askedBy>

export const hrefOf = ({ olympiad, sort, falls, size, page }: Asked): string =>
  paths.quizResult({
    olympiad,
    sort: sort === USUAL_SORT ? undefined : sort,
    order: falls === isFigure(sort) ? undefined : falls ? 'desc' : 'asc',
    size: size === USUAL_SIZE ? undefined : size,
    page,
  })

/** Pressing the heading of the sorted column reverses the order; either way the first page is shown. */
export const sortedBy = (column: ScoreColumn, asked: Asked): Asked => ({
  ...asked,
  sort: column,
  falls: column === asked.sort ? !asked.falls : isFigure(column),
  page: 1,
})
