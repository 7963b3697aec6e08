import type { Check, GateReport } from '@marram/release-contract/calls/releases'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import { shellProblems } from '../live/compatibility'
import type { Version } from '../live/live'
import { warned } from './check'
import { isPair, keyOf, type Result, type Subject } from './results'

type Pair = GateReport['pairs'][number]
/** `earlier`: with versions that a rollback would bring back. */
type Tried = { subjects: Subject[]; earlier: Subject[]; candidates: Version[] }

/** Each section beside a shell, with its results so far; and warnings of rollbacks that the gate would refuse. */
export function pairsOf({ subjects, earlier, candidates }: Tried, results: Result[]) {
  const isCandidate = ({ release, beside }: Subject) =>
    candidates.some(({ part, version }) =>
      [release, beside].some(({ manifest }) => manifest.name === part && manifest.version === version),
    )
  const live = subjects.filter(isPair).map((each) => pairOf(each, isCandidate(each) ? 'candidate' : 'live', results))
  const back = earlier.map((each) => pairOf(each, 'would come back', results))
  const warnings = back.flatMap(({ pair: { section, version }, problems }) =>
    problems.map(({ kind, message }) => ({
      ...warned(kind, `A rollback of ${section} to ${version} would be refused: ${message}`),
      beside: `${section}@${version}`,
    })),
  )
  return { pairs: [...live, ...back].map(({ pair }) => pair), warnings }
}

function pairOf(subject: Subject, why: Pair['why'], results: Result[]) {
  const [section, shell] = [subject.release.manifest as SectionRelease, subject.beside.manifest as ShellRelease]
  const checks = results.find((result) => keyOf(result) === keyOf(subject))?.checks ?? []
  const outcomeOf = (wanted: Check['name']) => checks.find(({ name }) => name === wanted)?.outcome ?? null
  const isProblem = ({ outcome, late }: Check) => outcome === 'failed' && !late
  const problems = [
    ...shellProblems(section, shell),
    ...checks.filter(isProblem).map(({ name, message }) => ({ kind: name, message })),
  ]
  const notes = checks.filter((check) => check.outcome !== 'passed' && !isProblem(check))
  const pair: Pair = {
    ...{ section: section.name, version: section.version, shell: shell.version, why },
    ...{ server: outcomeOf('server'), browser: outcomeOf('browser') },
    message: [...problems, ...notes].map(({ message }) => message).join(' ') || null,
  }
  return { pair, problems }
}
