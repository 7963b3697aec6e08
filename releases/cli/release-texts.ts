import type { Unused } from '@marram/release-contract/calls/clean-up'
import type { Difference, GateReport, Parts, PartVersions } from '@marram/release-contract/calls/releases'
import type { Line } from '../src/gate/difference'
import { named, table } from './text-table'

export function versionsText({ versions }: PartVersions): string {
  const rows = versions.map(({ version, host, publishedAt, live, candidate }) => [
    version,
    host,
    publishedAt,
    [...live, ...candidate.map((environment) => `${environment} (candidate)`)].join(', ') || '-',
  ])
  return table([['VERSION', 'HOST', 'PUBLISHED', 'LIVE'], ...rows])
}

export function partsText({ parts }: Parts): string {
  if (parts.length === 0) return 'Nothing is published yet.'
  const rows = parts.map(({ part, latest, versions, live }) => [part, latest, String(versions), named(live) || '-'])
  return table([['PART', 'LATEST', 'VERSIONS', 'LIVE'], ...rows])
}

export const gateText = ({ environment, part, version, replaces, passed, checks }: GateReport) =>
  [
    `${part} ${version} ${passed ? 'can' : 'cannot'} go live in ${environment}${replaces === null ? '' : ` instead of ${replaces}`}.`,
    table([['CHECK', 'OUTCOME', 'WHAT'], ...checks.map(({ name, outcome, message }) => [name, outcome, message])]),
  ].join('\n')

const change = ({ before, after }: Line<number | string>): string => {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed'
  return before === after ? 'same size' : `${after > before ? '+' : ''}${after - before}`
}

/** Sizes are in bytes. */
export function differenceText({ environment, part, version, live, ...lines }: Difference): string {
  const titles = { sizes: 'SIZE', patterns: 'ADDRESS', modules: 'SHARED MODULE', files: 'FILE' } as const
  const tables = Object.entries(titles).map(([kind, title]) => {
    const rows: Line<number | string>[] = lines[kind as keyof typeof titles]
    if (rows.length === 0) return `${title}: no difference.`
    return table([
      [title, live, version, 'CHANGE'],
      ...rows.map((line) => [line.name, String(line.before ?? '-'), String(line.after ?? '-'), change(line)]),
    ])
  })
  return [`${part} ${version} beside ${live}, which is live in ${environment}`, ...tables].join('\n\n')
}

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
