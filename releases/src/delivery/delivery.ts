import type { Figures } from '@marram/release-contract/calls/delivery'
import { compareVersions } from '@marram/release-contract/version'
import { and, eq, gte, inArray, or } from 'drizzle-orm'
import { groupedBy } from '../evidence/counts'
import type { Handlers } from '../handler'
import { revisionOf } from '../live/live'
import { event } from '../schema'
import { addRehearsal, rehearsedOf } from './rehearsals'

/** Actions that change which versions visitors get. */
const CHANGES = ['promote', 'canary', 'advance', 'abort', 'evidence', 'rollback', 'retire', 'kill', 'revive']

export const deliveryHandlers = {
  /** From the audit log alone, so that it says the same of every month at any time. */
  async showDelivery(context, { environment, months }) {
    const { db, now } = context
    await revisionOf(db, environment)
    const to = now()
    const since = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - months + 1, 1))
    const { action, at, part, version, from, to: state } = event
    const changes = and(eq(event.environment, environment), inArray(action, CHANGES), gte(at, since))
    const rows = await db
      .select({ action, at, part, version, from, to: state })
      .from(event)
      // What goes live in these months may have been published long before.
      .where(and(eq(event.refused, false), or(eq(action, 'publish'), changes)))
      .orderBy(event.id)
    const rehearsal = await rehearsedOf(context, environment)
    return { environment, since, figures: figuresOf(deliveredReleases(rows, to)), rehearsal }
  },
  addRehearsal,
} satisfies Partial<Handlers>

/** By the month of their first visitors, latest first; in each, all parts together and then each part. */
export function figuresOf(releases: DeliveredRelease[]): Figures[] {
  const months = sorted(releases.map(monthOf)).reverse()
  return months.flatMap((month) => {
    const ofMonth = releases.filter((release) => monthOf(release) === month)
    const parts = sorted(ofMonth.map(({ part }) => part))
    const rows = parts.map((part) =>
      rowOf(
        month,
        part,
        ofMonth.filter((release) => release.part === part),
      ),
    )
    return [rowOf(month, null, ofMonth), ...rows]
  })
}

const monthOf = ({ first }: DeliveredRelease): string => new Date(first).toISOString().slice(0, 7)

const sorted = (names: string[]): string[] => [...new Set(names)].sort()

const rowOf = (month: string, part: string | null, releases: DeliveredRelease[]): Figures => ({
  month,
  part,
  released: releases.length,
  live: releases.filter(({ live }) => live).length,
  leadSeconds: medianSeconds(releases.map(({ lead }) => lead)),
  takenBack: releases.filter(({ takenBack }) => takenBack).length,
  recoverySeconds: medianSeconds(releases.map(({ recovery }) => recovery)),
})

/** Of milliseconds; null where none is known. */
function medianSeconds(times: (number | undefined)[]): number | null {
  const known = times.filter((time) => time !== undefined).sort((one, other) => one - other)
  const middle = known.slice(Math.floor((known.length - 1) / 2), Math.floor(known.length / 2) + 1)
  return middle.length === 0 ? null : middle.reduce((sum, each) => sum + each) / middle.length / 1000
}

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
