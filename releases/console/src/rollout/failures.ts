import { type Metric, metrics } from '@marram/release-contract/evidence'

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
