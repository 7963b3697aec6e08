import type { Sample } from '@marram/release-contract/calls/evidence'
import type { ReleasesDatabase } from '../database'
import { MARGIN } from '../evidence/anytime-probability'
import { minuteAfter } from '../evidence/counts'
import { DOUBTFUL_BELOW, isDoubtful, isSuspected, MINIMUM } from '../evidence/verdict'
import { marginOn, poorerVitals, verdictOn } from '../evidence/verdict-on'
import { poorerText, suspicionText, verdictText } from '../evidence/verdict-text'
import { type Rollout, statesOf } from '../live/live'
import { companions } from '../live/states'
import { begunAt } from './strategy'

/**
 * The evidence that the next step of a part's strategy lacks, as text; null for none. Loads of earlier, smaller steps say
 * little about this one, so each step needs its own loads, of each part that changes with it.
 */
export async function lackingEvidence(db: ReleasesDatabase, row: Rollout, rollouts: Rollout[]): Promise<string | null> {
  const { part, strategy } = row
  if (!strategy?.needsEvidence || strategy.due === null) return null
  const began = begunAt(strategy, strategy.due)
  const together = companions(statesOf(rollouts), part)
  for (const each of rollouts.filter(({ part }) => together.includes(part))) {
    const lacking = await lackingOf(db, each, began)
    if (lacking !== null) return lacking
  }
  return null
}

async function lackingOf(db: ReleasesDatabase, row: Rollout, began: Date): Promise<string | null> {
  const { part, stable, candidate, candidateSince } = row
  if (candidate === null) return null
  const since = sinceStep(began, candidateSince)
  const ofStep = await verdictOn(db, row, since)
  const ofAll = await verdictOn(db, row)
  const found = [ofStep, ofAll].filter((each) => each !== null)
  const worse = found.find(({ verdict }) => verdict === 'worse')
  if (worse) return verdictText(part, { candidate, stable }, worse)
  const suspected = found.find(isSuspected)
  if (suspected) return suspicionText(part, candidate, suspected)
  const doubtful = found.find(isDoubtful)
  if (doubtful)
    return `${verdictText(part, { candidate, stable }, doubtful)} It does not grow until that may be chance.`
  const [poorer] = await poorerVitals(db, row)
  if (poorer)
    return `${poorerText(part, { candidate, stable }, poorer)} It does not grow until that may be chance; to go on, set its share.`
  if (ofStep?.verdict === 'no worse') {
    const p = await marginOn(db, row, since)
    if (p === null || p < DOUBTFUL_BELOW) return null
    return marginText(part, { candidate, stable, since, p, sample: ofStep.candidate })
  }
  const loads = `${part} ${candidate} had ${ofStep?.candidate.loads ?? 0} loads and ${stable} ${ofStep?.stable.loads ?? 0}`
  return `${loads} in minutes that can be compared since this step began (counted from ${since.toISOString()}): ${MINIMUM} of each are needed.`
}

/** Counts are stored by the minute: the minute in which a step begins has visitors of the previous step. */
function sinceStep(began: Date, candidateSince: string | null): Date {
  const candidateBegan = new Date(candidateSince ?? 0)
  return candidateBegan >= began ? candidateBegan : minuteAfter(began)
}

type Marginal = { candidate: string; stable: string; since: Date; p: number; sample: Sample }
const marginText = (part: string, { candidate, stable, since, p, sample: { loads, failures } }: Marginal) =>
  `${part} ${candidate} had ${loads} loads, of which ${failures} failed, in minutes that can be compared since this step began (counted from ${since.toISOString()}): too few to exclude that it fails in ${MARGIN.share * 100} % of them and ${MARGIN.times} times as often as ${stable} (p = ${p.toFixed(2)}). It grows below ${DOUBTFUL_BELOW}.`
