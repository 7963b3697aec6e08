import type { DiscoveryDocument, DiscoveryEntry } from '@marram/release-contract/discovery'
import { resolve } from '@marram/release-contract/resolve'
import { PARTS } from '../parts'
import { median, type Row, withSpread } from '../row'

const RUNS = 9
const VISITORS = 20_000

const entry = (version: string, traffic: number): DiscoveryEntry => ({
  url: '/entry.js',
  metadata: { version, integrity: '' },
  deployment: { traffic, default: traffic >= 50 },
  extras: { version, manifest: '', manifestIntegrity: '', salt: 'salt', fallbacks: [] },
})

/** Five parts, so many of them in a rollout. */
const documentWith = (rollouts: number): DiscoveryDocument => ({
  schema: '',
  microFrontends: Object.fromEntries(
    PARTS.map((part, i) => [part, i < rollouts ? [entry('1.0.0', 90), entry('1.1.0', 10)] : [entry('1.0.0', 100)]]),
  ),
})

function microseconds(document: DiscoveryDocument): number {
  const startedAt = performance.now()
  for (let i = 0; i < VISITORS; i++) resolve(document, `visitor ${i}`)
  return ((performance.now() - startedAt) * 1000) / VISITORS
}

/** How long it takes to resolve a visitor's versions. */
export const resolving = (): Row[] =>
  [
    { rollouts: 0, words: 'without a rollout', atMost: 5 },
    { rollouts: 1, words: 'with one rollout', atMost: 20 },
    { rollouts: PARTS.length, words: 'with every part in a rollout', atMost: 20 },
  ].map(({ rollouts, words, atMost }) => {
    const document = documentWith(rollouts)
    microseconds(document)
    const measured = Array.from({ length: RUNS }, () => microseconds(document))
    return {
      table: 'Servers',
      figure: `resolving one visitor’s composition of ${PARTS.length} parts ${words}`,
      ours: withSpread(measured, 2),
      yardstick: '',
      value: median(measured),
      unit: ' µs',
      target: { atMost },
    }
  })
