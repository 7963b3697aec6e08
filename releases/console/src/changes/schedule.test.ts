import type { StrategyWanted } from '@marram/release-contract/calls/rollouts'
import { begun } from '@marram/releases/strategy'
import { expect, it } from 'vitest'
import { when } from '../page/words'
import { scheduleOf } from './part-changes'

const now = new Date('2026-05-01T12:00:00Z')
const at = (seconds: number) => when(new Date(now.getTime() + seconds * 1000).toISOString())
const schedule = (wanted: StrategyWanted) => scheduleOf(begun(wanted, now), { what: 'events 1.1.0', now })

it('shows when each step comes and how many visitors it changes', () => {
  expect(schedule({ kind: 'linear', percent: 40, seconds: 1800, needsEvidence: true })).toEqual([
    `After 30 min, ${at(1800)}: 40 % more of the visitors change: 80 % have events 1.1.0.`,
    `After 1 h, ${at(3600)}: 20 % more of the visitors change, so that everybody (100 %) has events 1.1.0, and it is promoted.`,
    'Each step waits until enough loads of its own say that it is no worse than what is live.',
  ])
})

it('shows no times after a step that waits for a manager', () => {
  const steps = [
    { traffic: 5, seconds: 600 },
    { traffic: 50, seconds: null },
    { traffic: 100, seconds: 5400 },
  ]
  expect(schedule({ kind: 'canary', steps, needsEvidence: false })).toEqual([
    `After 10 min, ${at(600)}: 45 % more of the visitors change: 50 % have events 1.1.0.`,
    'At 50 % it waits until somebody resumes it. Then 50 % more of the visitors change, so that everybody (100 %) has events 1.1.0, and it is promoted.',
    '1 h 30 min later: it is promoted: everybody (100 %) keeps events 1.1.0.',
  ])
})

it('shows the last of many steps, and the number between', () => {
  const lines = schedule({ kind: 'linear', percent: 1, seconds: 3600, needsEvidence: false })
  expect(lines).toHaveLength(8)
  expect(lines.slice(-2)).toEqual([
    'And so on, 92 steps more.',
    `After 4 d 3 h, ${at(99 * 3600)}: 1 % more of the visitors change, so that everybody (100 %) has events 1.1.0, and it is promoted.`,
  ])
})
