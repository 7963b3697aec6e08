import { expect, it } from 'vitest'
import { pageOf } from './find-scores'

const score = (name: string, correct_answers: number, total_question = 10) => ({
  name,
  phone: `phone ${name.length}`,
  correct_answers,
  total_question,
})
const scores = [score('Zoë', 3), score('ada', 9), score('Émile', 9), score('Bo', 9, 20), score('Team 10', 1)]
const names = (asked: Partial<Parameters<typeof pageOf>[1]>) =>
  pageOf(scores, { sort: 'name', falls: false, size: 25, page: 1, ...asked }).scores.map(({ name }) => name)

it('sorts words as people do, and figures as figures', () => {
  expect(names({})).toEqual(['ada', 'Bo', 'Émile', 'Team 10', 'Zoë'])
  expect(names({ falls: true })[0]).toBe('Zoë')
  expect(names({ sort: 'correct_answers' })[0]).toBe('Team 10')
})

it('puts the better one of equals first, then goes by name', () => {
  expect(names({ sort: 'correct_answers', falls: true })).toEqual(['ada', 'Émile', 'Bo', 'Zoë', 'Team 10'])
})

it('cuts a page, and counts all of them', () => {
  const { total, pages, scores: shown } = pageOf(scores, { sort: 'name', falls: false, size: 2, page: 3 })
  expect([total, pages, shown.map(({ name }) => name)]).toEqual([5, 3, ['Zoë']])
  expect(pageOf([], { sort: 'name', falls: false, size: 5, page: 1 })).toEqual({ scores: [], total: 0, pages: 1 })
})
