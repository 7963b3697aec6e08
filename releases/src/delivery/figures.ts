import type { Figures } from '@marram/release-contract/calls/delivery'
import type { DeliveredRelease } from './delivered-releases'

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
