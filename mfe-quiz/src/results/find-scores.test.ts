import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listScores } from '../api'
import { comparing, type findScores } from './find-scores'

vi.mock('../api', () => ({ listScores: vi.fn() }))
const host = vi.mocked(listScores)
const { signal } = new AbortController()
const usual = { olympiad: '', sort: 'name', falls: false, size: 2, page: 1 } as const

const score = (name: string, correct_answers: number, total_question = 10) => ({
  name,
  phone: `phone ${name.length}`,
  correct_answers,
  total_question,
})
const scores = [score('Zoë', 3), score('ada', 9), score('Émile', 9), score('Bo', 9, 20), score('Team 10', 1)]

let find: typeof findScores
beforeEach(async () => {
  vi.useRealTimers()
  vi.resetModules()
  host.mockReset()
  find = (await import('./find-scores')).findScores
})

describe('a list that is sorted in the browser', () => {
  const names = (order: Parameters<typeof comparing>[0]) => scores.toSorted(comparing(order)).map(({ name }) => name)

  it('has words in alphabetical order, and figures in numerical order', () => {
    expect(names({ sort: 'name', falls: false })).toEqual(['ada', 'Bo', 'Émile', 'Team 10', 'Zoë'])
    expect(names({ sort: 'name', falls: true })[0]).toBe('Zoë')
    expect(names({ sort: 'correct_answers', falls: false })[0]).toBe('Team 10')
  })

  it('has the better of equal results first, then goes by name', () => {
    expect(names({ sort: 'correct_answers', falls: true })).toEqual(['ada', 'Émile', 'Bo', 'Zoë', 'Team 10'])
  })
})

describe('a host that only sends all scores', () => {
  beforeEach(() => {
    host.mockResolvedValue({ scores, total: undefined, olympiads: [] })
  })

  it('is called once, and its list is sorted once for an order, whatever page is shown', async () => {
    const sorting = vi.spyOn(Array.prototype, 'toSorted')
    const shown = []
    for (const page of [1, 2, 3]) shown.push(...(await find({ ...usual, page }, signal)).scores)
    expect(shown.map(({ name }) => name)).toEqual(['ada', 'Bo', 'Émile', 'Team 10', 'Zoë'])
    expect(sorting).toHaveBeenCalledTimes(1)
    expect((await find({ ...usual, falls: true }, signal)).scores[0]?.name).toBe('Zoë')
    await find({ ...usual, falls: true, page: 2 }, signal)
    expect(scores[0]?.name).toBe('Zoë')
    expect(sorting).toHaveBeenCalledTimes(2)
    expect(host).toHaveBeenCalledTimes(1)
    sorting.mockRestore()
  })

  it('is called again after half a minute, and its new list is sorted', async () => {
    vi.useFakeTimers()
    await find(usual, signal)
    vi.advanceTimersByTime(29_000)
    await find(usual, signal)
    expect(host).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1000)
    host.mockResolvedValue({ scores: [score('Newer', 1)], total: undefined, olympiads: [] })
    expect(await find(usual, signal)).toEqual({ scores: [score('Newer', 1)], total: 1, olympiads: [], pages: 1 })
  })

  it('has one empty page when nobody has taken part', async () => {
    host.mockResolvedValue({ scores: [], total: undefined, olympiads: [] })
    expect(await find(usual, signal)).toEqual({ scores: [], total: 0, olympiads: [], pages: 1 })
  })
})

it('leaves sorting, paging and the choice of an olympiad to a host that can', async () => {
  const olympiads = [{ slug: 'winter', title: 'Winter' }]
  host.mockResolvedValue({ scores: scores.slice(0, 2), total: 5, olympiads })
  const asked = { ...usual, olympiad: 'winter', sort: 'phone', falls: true, page: 2 } as const
  expect(await find(asked, signal)).toEqual({ scores: scores.slice(0, 2), total: 5, olympiads, pages: 3 })
  const query = { page: 2, page_size: 2, sort: 'phone', order: 'desc', olympiad: 'winter' }
  expect(host).toHaveBeenCalledWith(query, signal)
  await find(asked, signal)
  expect(host).toHaveBeenCalledTimes(2)
})
