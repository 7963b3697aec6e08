import { expect, it } from 'vitest'
import { beforeOf } from './compositions'

const minute = (value: number) => new Date(Date.UTC(2026, 4, 1, 12, value)).toISOString()
const whole = (id: string, first: number, last = first) => ({
  ...{ id, partial: false, firstAt: minute(first), lastAt: minute(last) },
})
const partial = (id: string, first: number, last = first) => ({ ...whole(id, first, last), partial: true })
const before = (all: ReturnType<typeof whole>[]) => all.map((_, i) => beforeOf(all, i)?.id)

it('is the previous composition for everybody', () => {
  expect(before([whole('third', 3), whole('second', 2), whole('first', 1)])).toEqual(['second', 'first', undefined])
})

it('is not one that only visitors of a rollout have', () => {
  const running = [whole('stable', 2, 5), partial('canary', 5), whole('older', 1)]
  expect(before(running)).toEqual(['older', 'stable', undefined])
})

it('is the one that the others had meanwhile, also after the rollout was aborted', () => {
  const aborted = [whole('stable', 2, 6), partial('canary', 4, 5), whole('older', 1)]
  expect(before(aborted)).toEqual(['older', 'stable', undefined])
  const goneOn = [whole('new', 7), whole('stable', 2, 6), partial('canary', 4, 5), whole('older', 1)]
  expect(before(goneOn)).toEqual(['stable', 'older', 'stable', undefined])
})

it('is the next one when the list ends before the others’ composition', () => {
  expect(before([partial('canary', 4, 5), whole('older', 1)])).toEqual(['older', undefined])
  expect(before([partial('canary', 4, 5)])).toEqual([undefined])
})
