import type { Composition, Compositions, Environments } from '@marram/release-contract/calls/environments'
import type { Events } from '@marram/release-contract/calls/events'
import type { Evidence, Known } from '@marram/release-contract/calls/evidence'
import type { PreviewLink } from '@marram/release-contract/calls/previews'
import type { Tokens } from '@marram/release-contract/calls/tokens'
import { stageWords, verdictWords } from '../src/evidence/verdict-words'
import { choiceWords, digestWords, failedPart, previewWords } from '../src/evidence/why-words'
import { named, table } from './text-table'

export function compositionsText({ compositions, next }: Compositions) {
  if (compositions.length === 0) return 'No composition was live there, or none before that one.'
  const rows = compositions.map(({ id, versions, lastAt, partial, live }) => [
    id,
    `${live ? 'yes' : 'no'}${partial ? ', in rollouts' : ''}`,
    lastAt,
    named(versions),
  ])
  return [table([['COMPOSITION', 'LIVE', 'LAST CHANGE', 'VERSIONS'], ...rows]), ...olderText(next)].join('\n')
}

const olderText = (next: number | string | null | undefined) =>
  next === null || next === undefined ? [] : [`Older ones: --before ${next}`]

export const compositionText = ({ versions, environments }: Composition) =>
  [
    ...Object.entries(versions).map(([part, version]) => `${part} ${version}`),
    ...environments.map(({ environment, firstAt }) => `First live in ${environment} at ${firstAt}.`),
  ].join('\n')

export function eventsText({ events, next }: Events): string {
  if (events.length === 0) return 'No such event.'
  const rows = events.map(({ id, at, action, refused, actor, environment, part, from, to, reason, detail }) => [
    String(id),
    at,
    actor ?? '(no token)',
    refused ? `${action}: refused` : action,
    [part, environment].filter(Boolean).join(' in ') || '-',
    refused ? String(detail.message ?? '') : `${stateText(from)} → ${stateText(to)}`,
    reason ?? '',
  ])
  return [table([['ID', 'WHEN', 'WHO', 'WHAT', 'WHERE', 'FROM → TO', 'WHY'], ...rows]), ...olderText(next)].join('\n')
}

function stateText(state: Record<string, unknown> | null): string {
  if (state === null) return '-'
  const { stable, candidate, traffic } = state
  if (stable !== undefined) return `${stable}${candidate ? `, ${candidate} for ${traffic} %` : ''}`
  return Object.values(state)
    .filter((value) => typeof value === 'string')
    .join(' ')
}

export const environmentsText = ({ environments }: Environments) =>
  table([
    ['ENVIRONMENT', 'COMPOSITION', 'PARTS', 'REVISION'],
    ...environments.map(({ environment, composition, parts, revision }) => [
      environment,
      composition ?? '-',
      String(parts),
      String(revision),
    ]),
  ])

export const tokensText = ({ tokens }: Tokens) =>
  table([
    ['NAME', 'ROLE', 'OF', 'VALID'],
    ...tokens.map(({ name, role, part, environment, expiresAt, valid }) => [
      name,
      role,
      part ?? environment ?? '-',
      valid ? (expiresAt === null ? 'yes' : `until ${expiresAt}`) : 'no',
    ]),
  ])

export function evidenceText({ versions, verdict }: Evidence): string {
  const vital = (counts: Partial<Record<string, number>>, name: string) =>
    ['good', 'fair', 'poor'].map((grade) => counts[`${name}.${grade}`] ?? 0).join('/')
  const rows = versions.map(({ version, candidate, loads, failures, counts }) => [
    candidate ? `${version} (candidate)` : version,
    String(loads),
    stagesText(failures, counts),
    ...['lcp', 'inp', 'cls'].map((name) => vital(counts, name)),
  ])
  const words = verdict === null ? [] : [`The candidate is ${verdictWords(verdict)}.`]
  return [table([['VERSION', 'LOADS', 'FAILURES', 'LCP', 'INP', 'CLS'], ...rows]), ...words].join('\n')
}

/** `3 (boundary 2, load 1)`. */
function stagesText(failures: number, counts: Partial<Record<string, number>>): string {
  const stages = stageWords(Object.entries(counts).map(([metric, times]) => [metric, times ?? 0] as const))
  return stages === '' ? String(failures) : `${failures} (${stages})`
}

export const previewText = ({ path, versions, expiresAt, needsToken }: PreviewLink) =>
  `${path}\nShows ${named(versions)} to whoever has this link${needsToken ? ' and a token of any role' : ''}, until ${expiresAt}.`

export function whyText({ composition, versions, report, notUsed, digests, outcomes }: Known): string {
  const because = (part: string) => {
    const choice = report?.choices[part]
    if (!report || !choice) return ''
    return choiceWords(choice, { version: versions[part], preview: report.preview })
  }
  const loads = (part: string, kind: string) =>
    String(
      outcomes
        .filter((each) => each.part === part && each.version === versions[part] && each.metric.includes(kind))
        .reduce((sum, { count }) => sum + count, 0),
    )
  const rows = Object.entries(versions).map(([part, version]) => [
    part,
    version,
    because(part),
    digestWords(digests, part, version),
    loads(part, '.loads'),
    loads(part, '.failures.'),
  ])
  const failed = report && failedPart(report, versions)
  return [
    ...(report ? [`Reported at ${report.at}: ${report.message}${failed ? ` (${failed})` : ''}`] : []),
    ...(report?.preview ? [`The visitor had a link to ${previewWords(report)}, which overrides everything else.`] : []),
    composition === null ? 'No composition is known.' : `Composition ${composition}`,
    table([['PART', 'VERSION', 'WHY', 'DIGESTS', 'LOADS', 'FAILURES'], ...rows]),
    ...notUsed.map(
      ({ part, wanted, reason, environment }) => `${part} ${wanted} was not used in ${environment}: ${reason}`,
    ),
  ].join('\n')
}
