import { compareVersions } from '@marram/release-contract/version'
import { groupedBy } from '../evidence/counts'
import type { event } from '../schema'

export type DeliveryEvent = Pick<typeof event.$inferSelect, 'action' | 'at' | 'part' | 'version' | 'from' | 'to'>

/** A version of a part that had visitors in an environment. Times are in milliseconds. */
export type DeliveredRelease = {
  part: string
  version: string
  /** The moment from which on it had visitors. */
  first: number
  /** Whether it was released to everybody. */
  live: boolean
  /** From publishing to everybody; undefined where one of the two is not known. */
  lead?: number | undefined
  takenBack: boolean
  /** Until it was taken back; undefined where it was not, or is killed to this day. */
  recovery?: number
}

/**
 * What was released in one environment, by its events and those of publishing, oldest first. A release that had its first
 * visitors before the first of these events is not among them.
 */
export const deliveredReleases = (events: DeliveryEvent[], now: Date): DeliveredRelease[] =>
  groupedBy(events, ({ part }) => part).flatMap((ofPart) => releasesOfPart(ofPart, now.getTime()))

function releasesOfPart(events: DeliveryEvent[], now: number): DeliveredRelease[] {
  const all: DeliveredRelease[] = []
  const published = new Map<string, number>()
  let stable: DeliveredRelease | undefined
  let candidate: DeliveredRelease | undefined
  let kill: { at: number; until: number; release: DeliveredRelease | undefined } | undefined
  const begin = (part: string, version: string, first: number) => {
    const release: DeliveredRelease = { part, version, first, live: false, takenBack: false }
    all.push(release)
    return release
  }
  const takeBack = (release: DeliveredRelease | undefined, at: number) => {
    if (!release) return
    release.takenBack = true
    release.recovery ??= at - release.first
  }
  const endKill = (at: number) => {
    if (kill?.release) kill.release.recovery ??= Math.min(at, kill.until) - kill.at
    kill = undefined
  }

  for (const { action, at: moment, part, version, from, to } of events) {
    if (part === null) continue
    const at = moment.getTime()
    if (kill && kill.until <= at) endKill(at)
    if (action === 'publish') published.set(String(version), at)
    else if (action === 'revive') endKill(at)
    else if (action === 'kill') {
      kill ??= { at, until: 0, release: candidate ?? stable }
      kill.until = typeof to?.until === 'string' ? Date.parse(to.until) : Number.POSITIVE_INFINITY
      if (kill.release) kill.release.takenBack = true
    } else {
      const [was, is] = [visitorsGet(from), visitorsGet(to)]
      const isStep = is !== null && is.stable !== was?.stable
      const isBack = isStep && was !== null && compareVersions(is.stable, was.stable) < 0
      if (isBack) {
        takeBack(stable, at)
        stable = all.findLast((release) => release.version === is.stable)
      } else if (isStep) {
        const isOlder = !candidate && was?.candidate === is.stable
        stable = isOlder ? undefined : candidate?.version === is.stable ? candidate : begin(part, is.stable, at)
        const from = published.get(is.stable)
        if (stable) Object.assign(stable, { live: true, lead: from === undefined ? undefined : at - from })
      } else if (is === null) stable = undefined
      if (candidate && candidate.version !== is?.candidate) {
        const isReplaced = is === null || is.candidate !== null || (isStep && !isBack)
        if (!isReplaced) takeBack(candidate, at)
        candidate = undefined
      }
      if (is?.candidate && is.candidate !== was?.candidate) candidate = begin(part, is.candidate, at)
    }
  }
  if (kill && kill.until <= now) endKill(now)
  return all
}

/** What visitors get in a state of the audit log; a candidate without visitors is none. */
function visitorsGet(state: DeliveryEvent['from']): { stable: string; candidate: string | null } | null {
  if (typeof state?.stable !== 'string') return null
  const { stable, candidate, traffic } = state
  return { stable, candidate: typeof candidate === 'string' && Number(traffic) > 0 ? candidate : null }
}
