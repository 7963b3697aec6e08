import { expect, it } from 'vitest'
import {
  abortedText,
  changedText,
  environmentChangedText,
  liftedText,
  restoringText,
  statusText,
  stopText,
  takenBackText,
} from './live-texts'

const part = {
  salt: 'x',
  history: [],
  changedAt: '2026-05-01T12:00:00Z',
  candidate: null,
  traffic: 0,
  group: null,
  strategy: null,
  revision: 1,
}
const status = {
  environment: 'production',
  revision: 7,
  composition: '0123456789ab',
  stops: [],
  edges: [],
}

it('lists the evidence that a rollout waits for', () => {
  const waitsFor = 'events 1.1.0 had 3 loads and 1.0.0 40: 20 of each are needed.'
  const rollout = { ...part, stable: '1.0.0', candidate: '1.1.0', traffic: 10, waitsFor }
  const parts = {
    events: rollout,
    quiz: { ...part, stable: '2.0.0', waitsFor: null },
    // A registry of an earlier version does not send it.
    news: { ...part, stable: '1.0.0' } as unknown as typeof rollout,
  }
  const lines = statusText({ ...status, parts }).split('\n')
  expect(lines.filter((line) => line.includes('wait'))).toEqual([`More visitors wait for evidence: ${waitsFor}`])
  expect(lines.some((line) => /^events +1\.0\.0 +1\.1\.0 for 10 %/.test(line))).toBe(true)
})

it('says why pages name another composition while a part is killed', () => {
  const kill = { environment: 'production', kind: 'kill' as const, part: 'events', reason: 'a fire', notice: null }
  const stops = [{ ...kill, by: 'Ann', since: '2026-05-01T12:00:00Z', until: null }]
  const words = 'Pages name a composition without what is killed: events.'
  expect(statusText({ ...status, parts: {}, stops })).toContain(words)
  expect(statusText({ ...status, parts: {} })).not.toContain('Pages name')
})

const wordsOf = (each: string) => `But ${each} is killed there: until it is revived, visitors get its notice.`

it('warns for each killed part that visitors do not get it, before and after an environment goes back', () => {
  const stop = { environment: 'production', reason: 'a fire', notice: null, by: 'Ann', until: null }
  const stops = ['events', 'news'].map((each) => ({
    ...{ ...stop, kind: 'kill' as const, part: each, since: '2026-05-01T12:00:00Z' },
  }))
  const parts = {
    events: { ...part, stable: '1.1.0', waitsFor: null },
    quiz: { ...part, stable: '1.0.0', waitsFor: null },
  }
  const lines = restoringText({ ...status, parts, stops }, { events: '1.0.0', quiz: '1.0.0' }).split('\n')
  expect(lines.slice(1, -1)).toEqual(['  events 1.1.0 → 1.0.0', wordsOf('events')])
  const state = (stable: string) => ({ ...{ stable, candidate: null, traffic: 0 }, group: null, strategy: null })
  const changed = {
    ...{ environment: 'production', revision: 8, composition: '1', previousComposition: '0', changed: true },
    parts: [{ part: 'events', from: state('1.1.0'), to: state('1.0.0'), revision: 2 }],
  }
  const done = 'production is at composition 1: events 1.1.0 → 1.0.0.'
  expect(environmentChangedText({ ...changed, killed: ['events', 'quiz'] })).toBe(
    `${done} ${wordsOf('events')} ${wordsOf('quiz')}`,
  )
  expect(environmentChangedText({ ...changed, killed: [] })).toBe(done)
})

it('warns of it for parts that change together with another one', () => {
  const { salt: _, history: __, changedAt: ___, revision, ...alone } = part
  const changed = {
    ...{ ...alone, revision, environment: 'production', part: 'events', version: '1.1.0', previous: '1.0.0' },
    ...{ integrity: '', composition: '1', changed: true, parts: [] },
  }
  const done = 'events 1.1.0 is live in production instead of 1.0.0 (composition 1).'
  expect(changedText({ ...changed, killed: ['quiz'] })).toBe(`${done} ${wordsOf('quiz')}`)
  expect(changedText({ ...changed, killed: [], notOpened: ['/a was not opened.'] })).toBe(`${done} /a was not opened.`)
})

it('says where there is no candidate to abort', () => {
  const state = { ...{ environment: 'production', part: 'events', version: '1.0.0', previous: '1.0.0' }, integrity: '' }
  const rest = { ...{ candidate: null, traffic: 0, group: null, strategy: null, revision: 3 }, killed: [], parts: [] }
  const response = { ...state, ...rest, composition: '0123456789ab', notOpened: [] }
  expect(abortedText({ ...response, changed: false })).toBe(
    'events has no candidate in production: 1.0.0 is live, and nothing was changed.',
  )
  expect(abortedText({ ...response, changed: true })).toContain('events 1.0.0 is live in production for everybody')
})

it('names what waits and cannot be made any more, whatever stops it', () => {
  const about = { environment: 'production', kind: 'freeze' as const, part: null }
  const failing = ['One cannot be made.', 'Another cannot be made.']
  expect(stopText({ ...about, until: null })).toBe('production is frozen.')
  expect(stopText({ ...about, until: null, failing })).toBe(`production is frozen.\n${failing.join('\n')}`)
  expect(liftedText({ ...about, changed: true, failing })).toBe(
    `production is no longer frozen.\n${failing.join('\n')}`,
  )
  expect(takenBackText({ what: 'end the freeze', at: '2026-05-01T12:00:00Z', failing: failing.slice(1) })).toBe(
    'Taken back: to end the freeze at 2026-05-01T12:00:00Z.\nAnother cannot be made.',
  )
})
