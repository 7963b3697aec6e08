import type { Metric } from '@marram/release-contract/evidence'
import type { RegistryContext } from '../context'
import type { Handlers, Input } from '../handler'
import { revisionOf, rolloutsOf } from '../live/live'
import { Refusal } from '../refusal'
import { addCounts, countsSince, sampleOf, type VersionCounts } from './counts'
import { addDiagnostics, noteEdge } from './diagnostics'
import { verdictOn } from './verdict-on'
import { why } from './why'

export const evidenceHandlers = {
  showEvidence: (context, input) => evidenceOf(context, input),
  addEvidence: ({ db, now }, input) => addCounts(db, { ...input, now: now() }),
  addDiagnostics: async ({ db, now }, { environment, opened = [], reports = [], edge }) => {
    await addDiagnostics(db, { environment, opened, reports, now: now() })
    if (edge) await noteEdge(db, { environment, seen: edge, now: now() })
    return {}
  },
  why: ({ db }, { id }) => why(db, id.replace('#', '')),
} satisfies Partial<Handlers>

const HOUR_MS = 3_600_000

/** How the live versions of a part fare: sums, minute by minute, and what follows for the candidate. */
async function evidenceOf(context: RegistryContext, { environment, part, hours }: Input<'showEvidence'>) {
  await revisionOf(context.db, environment)
  const row = (await rolloutsOf(context.db, environment)).find((each) => each.part === part)
  if (!row) throw new Refusal('not-found', `${part} is not live in ${environment}.`)
  const since = new Date(context.now().getTime() - hours * HOUR_MS)
  const versions = row.candidate === null ? [row.stable] : [row.stable, row.candidate]
  const counts = await countsSince(context.db, { environment, part, versions, since })
  const about = versions.map((version) => {
    const own = counts.filter((each) => each.version === version)
    return {
      version,
      candidate: version === row.candidate,
      ...sampleOf(own, version),
      counts: sums(own),
      minutes: series(own, version),
    }
  })
  const found = await verdictOn(context.db, row)
  return { environment, part, since, versions: about, verdict: found ? { since: row.candidateSince, ...found } : null }
}

function sums(counts: VersionCounts[]): Partial<Record<Metric, number>> {
  const all: Partial<Record<Metric, number>> = {}
  for (const { metric, count } of counts) all[metric] = (all[metric] ?? 0) + count
  return all
}

function series(counts: VersionCounts[], version: string) {
  const minutes = [...new Set(counts.map(({ minute }) => minute.getTime()))]
  return minutes.map((minute) => ({
    minute: new Date(minute),
    ...sampleOf(
      counts.filter((each) => each.minute.getTime() === minute),
      version,
    ),
  }))
}
