import { expect, it } from 'vitest'
import { isSuspected, verdictOf } from './verdict'
import { suspicionText, verdictWords } from './verdict-text'

/** The evidence of a candidate and of the stable version, in one minute. */
const found = (candidate: [loads: number, failures: number], stable: [loads: number, failures: number], networks = 1) =>
  verdictOf(
    [
      [
        {
          candidate: { loads: candidate[0], failures: candidate[1] },
          stable: { loads: stable[0], failures: stable[1] },
          minute: new Date(0),
        },
      ],
    ],
    { networks, unusable: 0 },
  )

it.each([
  [0, 'and no edge reported the networks'],
  [1, 'all from 1 network'],
  [4, 'all from 4 networks'],
])('explain for a candidate that failed for %i networks why it is not rolled back', (networks, origin) => {
  const suspected = found([35, 35], [80, 0], networks)
  expect(suspicionText('events', '1.1.0', suspected)).toBe(
    `events 1.1.0 failed in 35 of 35 loads, ${origin}: failures of 5 networks take it away, and it does not grow meanwhile.`,
  )
  expect(verdictWords(suspected)).toBe(`suspected, ${origin}: failures of 5 networks take it away`)
})

it.each([
  ['not judged: too few loads', [19, 19], [80, 0]],
  ['not judged: too few failures', [1000, 4], [1_000_000, 0]],
  ['no worse (p = 1.0)', [35, 0], [80, 0]],
  ['no worse (p = 1.0)', [35, 35], [80, 80]],
] as const)('explain other verdicts: %s', (words, candidate, stable) => {
  const other = found([...candidate], [...stable])
  expect(isSuspected(other)).toBe(false)
  expect(verdictWords(other)).toBe(words)
})

it('give the probability for a worse candidate', () => {
  expect(verdictWords(found([35, 35], [80, 0], 5))).toMatch(/^worse \(p = .*e-\d+\)$/)
})
