import type { Strategy } from '@marram/release-contract/calls/rollouts'
import { duration, percent, some, when } from '../page/words'

/** More lines than this nobody reads. */
const MOST = 8
const EVERYBODY = 100

type About = { what: string; now: Date }

/** What a strategy does by itself after its first step: when, and to how many visitors. */
export function scheduleOf({ steps, needsEvidence }: Strategy, { what, now }: About): string[] {
  const lines: string[] = []
  let passed: number | null = 0
  for (const [i, { traffic, seconds }] of steps.entries()) {
    const then = growth(traffic, steps[i + 1]?.traffic ?? EVERYBODY, what)
    if (seconds === null) lines.push(`At ${percent(traffic)} it waits until somebody resumes it. Then ${then}.`)
    else if (passed === null) lines.push(`${duration(seconds)} later: ${then}.`)
    else lines.push(`After ${duration(passed + seconds)}, ${momentIn(passed + seconds, now)}: ${then}.`)
    // From a step that waits on, nobody knows when the next ones come.
    passed = seconds === null || passed === null ? null : passed + seconds
  }
  return [
    ...shortened(lines),
    ...(needsEvidence
      ? ['Each step waits until enough loads of its own say that it is no worse than what is live.']
      : []),
  ]
}

const momentIn = (seconds: number, now: Date) => when(new Date(now.getTime() + seconds * 1000).toISOString())

/** Who gets something new by a step. */
export function growth(from: number, to: number, what: string): string {
  if (from === EVERYBODY) return `it is promoted: everybody (100 %) keeps ${what}`
  const more = percent(to - from)
  return to === EVERYBODY
    ? `${more} more of the visitors change, so that everybody (100 %) has ${what}, and it is promoted`
    : `${more} more of the visitors change: ${percent(to)} have ${what}`
}

function shortened(lines: string[]): string[] {
  if (lines.length <= MOST) return lines
  const left = lines.length - MOST + 1
  return [...lines.slice(0, MOST - 2), `And so on, ${some(left, 'step')} more.`, ...lines.slice(-1)]
}
