import { type Metric, metrics } from '@marram/release-contract/evidence'
import type { ReactNode } from 'react'
import { Table } from '../page/table'
import { count, percent } from '../page/words'

type Counts = Partial<Record<string, number>>

type Version = { version: string; candidate: boolean; counts: Counts }

const rowsOf = (versions: Version[], cells: (version: Version) => ReactNode[]) =>
  versions.map((each) => ({
    key: each.version,
    head: each.candidate ? `${each.version} (candidate)` : each.version,
    cells: cells(each),
  }))

type Failure = Extract<Metric, `${string}.failures.${string}`>

/** The words for each metric that counts failures; the type requires all of them. */
const stages: Record<Failure, string> = {
  'edge.failures.render': 'Rendering, on servers',
  'edge.failures.late': 'Too late, on servers',
  'edge.failures.busy': 'Put off, on servers',
  'edge.failures.error': 'Response with an error, on servers',
  'edge.failures.use': 'Use of its code, on servers',
  'browser.failures.load': 'Loading of its code, in browsers',
  'browser.failures.boundary': 'After it was shown, in browsers',
}

export const failures = metrics
  .filter((metric): metric is Failure => metric in stages)
  .map((metric) => ({ metric, words: stages[metric] }))

/** At which stage each version failed; nothing if none did. */
export function FailuresTable({ versions }: { versions: Version[] }) {
  if (!versions.some(({ counts }) => failures.some(({ metric }) => counts[metric]))) return null
  return (
    <Table
      label="Failures by version"
      caption="Failures by the stage in which they happened"
      columns={['Version', ...failures.map(({ words }) => words)]}
      rows={rowsOf(versions, ({ counts }) =>
        failures.map(({ metric }) =>
          counts[metric] ? (
            <span key={metric} className="failed">
              {count(counts[metric])}
            </span>
          ) : (
            '0'
          ),
        ),
      )}
    />
  )
}

/** The web vitals, and the limits of "good" from web.dev. */
const vitals = [
  { name: 'lcp', words: 'Main content shown (LCP)', good: '2.5 s' },
  { name: 'inp', words: 'Response to a click (INP)', good: '0.2 s' },
  { name: 'cls', words: 'Layout shift (CLS)', good: '0.1' },
] as const

/** `80 % good, 15 % fair, 5 % poor of 120`; undefined if nothing was measured. */
export function vitalWords(counts: Counts, name: string): string | undefined {
  const of = (grade: string) => counts[`${name}.${grade}`] ?? 0
  const all = of('good') + of('fair') + of('poor')
  if (all === 0) return undefined
  const share = (grade: string) => `${percent(Math.round((of(grade) / all) * 100))} ${grade}`
  return `${['good', 'fair', 'poor'].map(share).join(', ')} of ${all}`
}

/** How fast and stable the pages of each version were; nothing if no browser has reported yet. */
export function VitalsTable({ versions }: { versions: Version[] }) {
  const measured = versions.some(({ counts }) => vitals.some(({ name }) => vitalWords(counts, name) !== undefined))
  if (!measured) return null
  return (
    <Table
      label="Web vitals by version"
      caption="Web vitals of pages that it is part of, as browsers report"
      columns={['Version', ...vitals.map(({ words, good }) => `${words}, good up to ${good}`)]}
      rows={rowsOf(versions, ({ counts }) => vitals.map(({ name }) => vitalWords(counts, name) ?? 'not measured'))}
    />
  )
}
