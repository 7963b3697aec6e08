import { MOST_AT_ONCE, type Unused } from '@marram/release-contract/calls/clean-up'
import type { Change } from '../changes/change'
import { bytes, some } from '../page/words'

type Amount = { bytes: number }

export const sizeOf = (all: Amount[]): number => all.reduce((sum, one) => sum + one.bytes, 0)

/** Deletes exactly what is shown; where one of it has come into use meanwhile, nothing. */
export function deletion({ days, uploadSeconds, ...shown }: Unused): Change {
  const releases = shown.releases.slice(0, MOST_AT_ONCE)
  const uploads = shown.uploads.slice(0, MOST_AT_ONCE)
  const amounts = [
    ...(releases.length > 0 ? [some(releases.length, 'release')] : []),
    ...(uploads.length > 0 ? [some(uploads.length, 'upload')] : []),
  ].join(' and ')
  const size = bytes(sizeOf([...releases, ...uploads]))
  return {
    call: 'cleanUp',
    verb: `Delete ${amounts}`,
    doing: 'Deleting',
    title: `Delete ${amounts}, ${size}`,
    effects: [
      "No visitor's page changes (0 %): no page names any of this.",
      ...releases.map(
        (each) => `${each.part} ${each.version} goes, ${some(each.files, 'file')}, ${bytes(each.bytes)}.`,
      ),
      ...uploads.map(
        (each) =>
          `The upload of ${each.part} ${each.version} goes, ${each.files} of ${some(each.ofFiles, 'file')}, ${bytes(each.bytes)}.`,
      ),
      ...(releases.length > 0
        ? ['No environment can go back to these releases, unless the same bytes are published again.']
        : []),
    ],
    input: { days, releases: releases.map(nameOf), uploadSeconds, uploads: uploads.map(nameOf) },
    danger: true,
    done: `Deleted: ${amounts}, ${size}.`,
  }
}

const nameOf = ({ part, version }: { part: string; version: string }) => ({ part, version })
