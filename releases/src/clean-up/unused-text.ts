import type { Unused } from '@marram/release-contract/calls/clean-up'
import { table } from '../cli-output'

const kilobytes = (bytes: number) => String(Math.round(bytes / 1000))
const sum = (all: { bytes: number }[]) => kilobytes(all.reduce((bytes, one) => bytes + one.bytes, 0))

/** What may be deleted, and why the rest is kept. */
export const unusedText = ({ days, releases, uploads, kept }: Unused): string =>
  [
    releases.length === 0
      ? `Every release was in use within ${days} days.`
      : `May be deleted, ${sum(releases)} KB: no page has named it for ${days} days.\n${table([
          ['PART', 'VERSION', 'LAST USE', 'FILES', 'KB'],
          ...releases.map(({ part, version, lastUse, files, bytes }) => [
            part,
            version,
            lastUse,
            String(files),
            kilobytes(bytes),
          ]),
        ])}`,
    ...(uploads.length === 0
      ? []
      : [
          `Abandoned uploads, ${sum(uploads)} KB:\n${table([
            ['PART', 'VERSION', 'BY', 'STANDS STILL SINCE', 'FILES', 'KB'],
            ...uploads.map(({ part, version, by, lastAt, files, ofFiles, bytes }) => [
              part,
              version,
              by,
              lastAt,
              `${files} of ${ofFiles}`,
              kilobytes(bytes),
            ]),
          ])}`,
        ]),
    ...(kept.length === 0
      ? []
      : [
          `Kept, ${sum(kept)} KB:\n${table([
            ['PART', 'VERSION', 'KB', 'UNTIL', 'WHY'],
            ...kept.map(({ part, version, bytes, keptUntil, why }) => [
              part,
              version,
              kilobytes(bytes),
              keptUntil ?? 'in use',
              why.map(({ message }) => message).join(' '),
            ]),
          ])}`,
        ]),
  ].join('\n\n')
