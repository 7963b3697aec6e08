import { bucketOf, compositionId } from '@marram/release-contract/resolve'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Refusal } from '../refusal'
import { aborted, canaried, promoted, restored, rolledBack, type State, type States } from './states'
import { compositionsOf, meet, runningUnits, variantsOf } from './variants'

const parts = ['shell', 'events', 'quiz', 'news']
const part = fc.constantFrom(...parts)
const version = fc.integer({ min: 0, max: 4 }).map((minor) => `1.${minor}.0`)
const step = fc.oneof(
  fc.record({ kind: fc.constant('promote' as const), part, version }),
  fc.record({
    kind: fc.constant('canary' as const),
    part,
    version,
    traffic: fc.constantFrom(0, 1, 10, 50, 100),
    group: fc.constantFrom(undefined, 'a', 'b'),
  }),
  fc.record({ kind: fc.constant('abort' as const), part }),
  fc.record({ kind: fc.constant('rollback' as const), part, version: fc.option(version, { nil: undefined }) }),
  fc.record({ kind: fc.constant('restore' as const), versions: fc.dictionary(part, version) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A refused change leaves everything unchanged. */
function after(states: States, step: Step): States {
  try {
    if (step.kind === 'promote') return promoted(states, { ...step, by: 'x' })
    if (step.kind === 'canary') return canaried(states, step)
    if (step.kind === 'abort') return aborted(states, step.part)
    if (step.kind === 'rollback') return rolledBack(states, { ...step, environment: 'test' })
    return restored(states, states, step.versions, 'x')
  } catch (error) {
    if (error instanceof Refusal) return states
    throw error
  }
}

it('versions that two rollouts lead to are served as one composition', () => {
  const one = promoted({}, { part: 'events', version: '1.0.0', by: 'x' })
  const twice = { events: { ...(one.events as State), candidate: '1.0.0', traffic: 10 } }
  expect(compositionsOf(twice)).toEqual([
    { id: compositionId({ events: '1.0.0' }), versions: { events: '1.0.0' }, partial: false },
  ])
})

const start = parts.reduce<States>((states, part) => promoted(states, { part, version: '1.0.0', by: 'x' }), {})
const steps = fc.array(step, { maxLength: 30 })
const through = (all: Step[], see: (states: States, before: States, step: Step) => void) =>
  all.reduce((before, each) => {
    const now = after(before, each)
    see(now, before, each)
    return now
  }, start)

it('the parts of a group stay together, whatever is done in whatever order', () => {
  fc.assert(
    fc.property(steps, (all) => {
      through(all, (states) => {
        for (const { stable, candidate, traffic, group, history, salt } of Object.values(states)) {
          expect(history.at(-1)?.version).toBe(stable)
          expect(candidate).not.toBe(stable)
          if (candidate === null) expect([traffic, group]).toEqual([0, null])
          const others = Object.values(states).filter((other) => group !== null && other.group === group)
          for (const other of others) expect([other.salt, other.traffic]).toEqual([salt, traffic])
        }
      })
    }),
  )
})

it('a candidate is taken from no visitor while its share grows', () => {
  const visitors = Array.from({ length: 200 }, (_, i) => `visitor ${i}`)
  const has = ({ salt, group, traffic }: State, part: string, visitor: string) =>
    bucketOf(salt, group ?? part, visitor) < traffic
  fc.assert(
    fc.property(steps, (all) => {
      through(all, (states, before) => {
        for (const part of Object.keys(states)) {
          const [was, is] = [before[part], states[part] as State]
          if (!was?.candidate || was.candidate !== is.candidate || is.traffic < was.traffic || was.traffic === 0)
            continue
          const lost = visitors.filter((visitor) => has(was, part, visitor) && !has(is, part, visitor))
          expect(lost).toEqual([])
        }
      })
    }),
    { numRuns: 60 },
  )
})

it('every composition that some visitor gets is known, and its parts were checked together', () => {
  fc.assert(
    fc.property(steps, (all) => {
      through(all, (states) => {
        const compositions = compositionsOf(states)
        expect(compositions).toHaveLength(2 ** runningUnits(states).length)
        expect(new Set(compositions.map(({ id }) => id)).size).toBe(compositions.length)
        const variants = variantsOf(states)
        for (const { versions } of compositions) {
          const served = variants.filter(({ part, version }) => versions[part] === version)
          expect(served).toHaveLength(Object.keys(states).length)
          for (const one of served) for (const other of served) expect(one === other || meet(one, other)).toBe(true)
        }
      })
    }),
  )
})
