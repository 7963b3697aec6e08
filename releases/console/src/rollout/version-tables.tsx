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

/** Every way to fail that is counted; a new one has to be named here. */
const stages: Record<Failure, string> = {
  'edge.failures.render': 'Rendering, on servers',
  'edge.failures.late': 'Too late, on servers',
  'edge.failures.busy': 'Put off, on servers',
  'edge.failures.error': 'Answered with an error, on servers',
  'edge.failures.use': 'Use of its code, on servers',
  'browser.failures.load': 'Loading of its code, in browsers',
  'browser.failures.boundary': 'After it was shown, in browsers',
}

export const failures = metrics
  .filter((metric): metric is Failure => metric in stages)
  .map((metric) => ({ metric, words: stages[metric] }))

/** Where each version failed; nothing where none did. */
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

/** What browsers measure, and what is good by those who made the measures. */
const vitals = [
  { name: 'lcp', words: 'Main content there (LCP)', good: '2.5 s' },
  { name: 'inp', words: 'Answers a click (INP)', good: '0.2 s' },
  { name: 'cls', words: 'Moves by itself (CLS)', good: '0.1' },
] as const

/** `80 % good, 15 % fair, 5 % poor of 120`; undefined where nothing was measured. */
export function vitalWords(counts: Counts, name: string): string | undefined {
  const [good, fair, poor] = ['good', 'fair', 'poor'].map((grade) => counts[`${name}.${grade}`] ?? 0) as [
    number,
    number,
    number,
  ]
  const all = good + fair + poor
  if (all === 0) return undefined
  const share = (part: number) => percent(Math.round((part / all) * 100))
  return `${share(good)} good, ${share(fair)} fair, ${share(poor)} poor of ${all}`
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
