import type { PagesSeen, Rehearsal, RehearsalStep, Rehearsed } from '@marram/release-contract/calls/rehearsals'

/** What visitors saw that they should not; undefined where there is nothing. `example`: a page that was no good. */
export function pagesProblem({ failed, mixed }: PagesSeen, example?: string): string | undefined {
  const bad = [failed > 0 && `${failed} pages failed`, mixed > 0 && `${mixed} pages mixed versions`].filter(Boolean)
  return bad.length > 0 ? `${bad.join(', ')}, such as ${example}` : undefined
}

export const stepProblem = (step: RehearsalStep, example?: string): string | undefined =>
  step.firstMs === null ? `no page of ${step.version} came` : pagesProblem(step, example)

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

/** What came of a rehearsal, in a sentence or two. */
export function rehearsalText({ of, seconds, before, steps, problems }: Rehearsal): string {
  if (problems.length > 0)
    return `The rollback of ${of} failed in its rehearsal. ${problems.map((problem) => `${problem}.`).join(' ')}`
  const all = [before, ...steps]
  const total = (of: 'pages' | 'late' | 'missing') => sum(all.map((each) => each[of]))
  const parts = new Set(steps.map(({ part }) => part)).size
  const slowest = Math.max(...steps.map(({ firstMs }) => firstMs ?? 0))
  const notes = [
    total('late') > 0 && `${total('late')} came without content, which the browser renders`,
    total('missing') > 0 && `${total('missing')} were not found in the earlier version`,
  ].filter(Boolean)
  return `${parts === 1 ? 'One part' : `${parts} parts`} of ${of} went back and forward without a failed page, in ${seconds} s: the slowest change showed after ${slowest} ms; of ${total('pages')} pages ${notes.join(', ') || 'all came with content'}.`
}

/** When a rollback was rehearsed last, what came of it, and whether it is time to do so again: a sentence or two. */
export function rehearsedText({ last, overdue }: Rehearsed, environment: string): string[] {
  const command = `npm run release -- rehearse${environment === 'production' ? '' : ` --env ${environment}`}`
  if (last === null && !overdue) return [`A rollback was never rehearsed: ${command}`]
  return [
    ...(last ? [`Rehearsed at ${last.at} by ${last.by}: ${rehearsalText(last)}`] : []),
    ...(overdue ? [`No rehearsal of a rollback has succeeded for too long: ${command}`] : []),
  ]
}
