import type { Addresses } from '@marram/release-contract/calls/addresses'
import type { Unused } from '@marram/release-contract/calls/clean-up'
import type { Composition, Compositions, Environments } from '@marram/release-contract/calls/environments'
import type { Events } from '@marram/release-contract/calls/events'
import type { Evidence, Known } from '@marram/release-contract/calls/evidence'
import type { PreviewLink, PreviewLinks } from '@marram/release-contract/calls/previews'
import type { Difference, GateReport, Parts, PartVersions } from '@marram/release-contract/calls/releases'
import type { Tokens } from '@marram/release-contract/calls/tokens'
import { shortId } from '@marram/release-contract/composition-id'
import { isOwnFailure } from '@marram/release-contract/evidence'
import { limitWords } from '@marram/release-contract/permissions'
import { stageWords, verdictWords } from '../src/evidence/verdict-words'
import { choiceWords, digestWords, failedPart, previewWords, retiredWords } from '../src/evidence/why-words'
import type { Line } from '../src/gate/difference'
import { named, table } from './text-table'

export const partsText = ({ parts }: Parts): string =>
  parts.length === 0
    ? 'Nothing is published yet.'
    : table(
        ['PART', 'LATEST', 'VERSIONS', 'LIVE'],
        parts.map(({ part, latest, versions, live }) => [part, latest, versions, named(live) || null]),
      )

export const versionsText = ({ versions }: PartVersions): string =>
  table(
    ['VERSION', 'HOST', 'PUBLISHED', 'LIVE'],
    versions.map(({ version, host, publishedAt, live, candidate }) => {
      const places = [...live, ...candidate.map((environment) => `${environment} (candidate)`)]
      return [version, host, publishedAt, places.join(', ') || null]
    }),
  )

export const gateText = ({ environment, part, version, replaces, passed, checks }: GateReport): string =>
  [
    `${part} ${version} ${passed ? 'can' : 'cannot'} go live in ${environment}${replaces === null ? '' : ` instead of ${replaces}`}.`,
    table(
      ['CHECK', 'OUTCOME', 'WHAT'],
      checks.map(({ name, outcome, message }) => [name, outcome, message]),
    ),
  ].join('\n')

export function differenceText({ environment, part, version, live, ...lines }: Difference): string {
  const titles = {
    sizes: 'SIZE',
    patterns: 'ADDRESS',
    modules: 'SHARED MODULE',
    packages: 'PACKAGE',
    files: 'FILE',
  } as const
  const tables = Object.entries(titles).map(([kind, title]) => {
    const rows: Line<number | string>[] | undefined = lines[kind as keyof typeof titles]
    if (!rows) return `${title}: not known, since one of the two has no bill of materials.`
    if (rows.length === 0) return `${title}: no difference.`
    return table(
      [title, live, version, 'CHANGE'],
      rows.map((line) => [line.name, line.before, line.after, changeOf(line)]),
    )
  })
  return [`${part} ${version} beside ${live}, which is live in ${environment}`, ...tables].join('\n\n')
}

function changeOf({ before, after }: Line<number | string>): string {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed'
  return before === after ? 'same size' : `${after > before ? '+' : ''}${after - before}`
}

export function unusedText({ days, releases, uploads, kept }: Unused): string {
  const kilobytes = (...all: { bytes: number }[]) => Math.round(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
  const texts = [
    releases.length === 0
      ? `Every release was in use within ${days} days.`
      : `May be deleted, ${kilobytes(...releases)} KB: no page has named it for ${days} days.\n${table(
          ['PART', 'VERSION', 'LAST USE', 'FILES', 'KB'],
          releases.map((each) => [each.part, each.version, each.lastUse, each.files, kilobytes(each)]),
        )}`,
  ]
  if (uploads.length > 0) {
    const rows = uploads.map(({ part, version, by, lastAt, files, ofFiles, bytes }) => [
      ...[part, version, by, lastAt, `${files} of ${ofFiles}`],
      kilobytes({ bytes }),
    ])
    const shown = table(['PART', 'VERSION', 'BY', 'STANDS STILL SINCE', 'FILES', 'KB'], rows)
    texts.push(`Abandoned uploads, ${kilobytes(...uploads)} KB:\n${shown}`)
  }
  if (kept.length > 0) {
    const rows = kept.map(({ part, version, bytes, keptUntil, why }) => {
      const reasons = why.map(({ message }) => message).join(' ')
      return [part, version, kilobytes({ bytes }), keptUntil ?? 'in use', reasons]
    })
    texts.push(`Kept, ${kilobytes(...kept)} KB:\n${table(['PART', 'VERSION', 'KB', 'UNTIL', 'WHY'], rows)}`)
  }
  return texts.join('\n\n')
}

export function compositionsText({ compositions, next }: Compositions): string {
  if (compositions.length === 0) return 'No composition was live there, or none before that one.'
  const rows = compositions.map(({ id, versions, lastAt, partial, live }) => [
    shortId(id),
    `${live ? 'yes' : 'no'}${partial ? ', in rollouts' : ''}`,
    lastAt,
    named(versions),
  ])
  return table(['COMPOSITION', 'LIVE', 'LAST CHANGE', 'VERSIONS'], rows) + olderText(next)
}

const olderText = (next: number | string | null | undefined) => (next == null ? '' : `\nOlder ones: --before ${next}`)

export const compositionText = ({ versions, environments }: Composition): string =>
  [
    ...Object.entries(versions).map(([part, version]) => `${part} ${version}`),
    ...environments.map(({ environment, firstAt }) => `First live in ${environment} at ${firstAt}.`),
  ].join('\n')

export function eventsText({ events, next }: Events): string {
  if (events.length === 0) return 'No such event.'
  const rows = events.map(({ id, at, action, refused, actor, environment, part, from, to, reason, detail, role }) => [
    id,
    at,
    actor ? `${actor}${role ? ` (${role})` : ''}` : '(no token)',
    refused ? `${action}: refused` : action,
    [part, environment].filter(Boolean).join(' in ') || null,
    refused ? String(detail.message ?? '') : `${stateText(from)} → ${stateText(to)}`,
    reason ?? '',
  ])
  return table(['ID', 'WHEN', 'WHO', 'WHAT', 'WHERE', 'FROM → TO', 'WHY'], rows) + olderText(next)
}

function stateText(state: Record<string, unknown> | null): string {
  if (state === null) return '-'
  const { stable, candidate, traffic } = state
  if (stable !== undefined) return `${stable}${candidate ? `, ${candidate} for ${traffic} %` : ''}`
  return Object.values(state)
    .filter((value) => typeof value === 'string')
    .join(' ')
}

export const addressesText = ({ addresses }: Addresses): string =>
  addresses.length === 0
    ? 'No address is reserved there.'
    : table(
        ['PATTERN', 'PART', 'SINCE', 'BY'],
        addresses.map(({ pattern, part, since, by }) => [pattern, part, since, by]),
      )

export const environmentsText = ({ environments }: Environments): string =>
  table(
    ['ENVIRONMENT', 'COMPOSITION', 'PARTS', 'REVISION'],
    environments.map(({ environment, composition, parts, revision }) => [
      environment,
      composition && shortId(composition),
      parts,
      revision,
    ]),
  )

export const tokensText = ({ tokens }: Tokens): string =>
  table(
    ['NAME', 'ROLE', 'OF', 'VALID'],
    tokens.map(({ name, role, part, environment, expiresAt, valid }) => [
      name,
      role,
      limitWords({ part, environment }) || null,
      valid ? (expiresAt === null ? 'yes' : `until ${expiresAt}`) : 'no',
    ]),
  )

export function evidenceText({ versions, verdict }: Evidence): string {
  const rows = versions.map(({ version, candidate, loads, failures, ...each }) => {
    const counts: Partial<Record<string, number>> = each.counts
    // `3 (boundary 2, load 1)`
    const stages = stageWords(Object.entries(counts).map(([metric, times = 0]) => [metric, times] as const))
    const vital = (name: string) => ['good', 'fair', 'poor'].map((grade) => counts[`${name}.${grade}`] ?? 0).join('/')
    return [
      candidate ? `${version} (candidate)` : version,
      loads,
      stages === '' ? failures : `${failures} (${stages})`,
      ...['lcp', 'inp', 'cls'].map(vital),
    ]
  })
  const shown = table(['VERSION', 'LOADS', 'FAILURES', 'LCP', 'INP', 'CLS'], rows)
  return verdict === null ? shown : `${shown}\nThe candidate is ${verdictWords(verdict)}.`
}

export const previewText = ({ id, path, url, versions, expiresAt, needsToken, note }: PreviewLink): string =>
  (needsToken
    ? `${url ?? path}\nShows what that address serves at the moment, rendered by the edge, with ${named(versions)}, to everybody who has this link and a token of any role, until ${expiresAt}. ${NOT_SHOWN}`
    : `${url ?? path}\nShows ${named(versions)} to everybody who has this link, until ${expiresAt}.`) +
  `${note === undefined ? '' : `\n${note}`}\nTo end it before: npm run release -- end-preview ${id}`

/** Of a preview of a dev source. */
const NOT_SHOWN =
  'It does not show what the gate would say, nor how fast the pages will be: nothing of it is cached. What is sent in its forms reaches the API of the site.'

export const previewsText = ({ links }: PreviewLinks): string =>
  links.length === 0
    ? 'No link to a preview shows anything there.'
    : table(
        ['ID', 'SHOWS', 'BY', 'UNTIL'],
        links.map(({ id, what, by, expiresAt }) => [id, what, by, expiresAt]),
      )

export function whyText({ composition, versions, report, retired, notUsed, digests, outcomes }: Known): string {
  const because = (part: string) => {
    const choice = report?.choices[part]
    return report && choice ? choiceWords(choice, { version: versions[part], preview: report.preview }) : ''
  }
  const sum = (part: string, is: (metric: string) => boolean) =>
    outcomes
      .filter((each) => each.part === part && each.version === versions[part] && is(each.metric))
      .reduce((sum, { count }) => sum + count, 0)
  const rows = Object.entries(versions).map(([part, version]) => [
    part,
    version,
    because(part),
    digestWords(digests, part, version),
    sum(part, (metric) => metric.endsWith('.loads')),
    sum(part, isOwnFailure),
  ])
  const failed = report && failedPart(report, versions)
  return [
    ...(report ? [`Reported at ${report.at}: ${report.message}${failed ? ` (${failed})` : ''}`] : []),
    ...(report?.preview ? [`The visitor had a link to ${previewWords(report)}, which overrides everything else.`] : []),
    composition === null ? 'No composition is known.' : `Composition ${shortId(composition)}`,
    table(['PART', 'VERSION', 'WHY', 'DIGESTS', 'LOADS', 'FAILURES'], rows),
    ...retired.map(retiredWords),
    ...notUsed.map(
      ({ part, wanted, reason, environment }) => `${part} ${wanted} was not used in ${environment}: ${reason}`,
    ),
  ].join('\n')
}
