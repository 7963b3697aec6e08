import { named, table } from './cli-output'
import { stageWords } from './evidence/stage-words'
import type { Verdict } from './evidence/verdict'
import { verdictWords } from './evidence/verdict-words'
import { choiceWords, digestWords, failedPart, previewWords } from './evidence/why-words'

type CompositionRow = { id: string; versions: Record<string, string>; lastAt: string; partial: boolean; live: boolean }

export function compositionsText({ compositions, next }: { compositions: CompositionRow[]; next?: string | null }) {
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

export const compositionText = ({
  versions,
  environments,
}: {
  versions: Record<string, string>
  environments: { environment: string; firstAt: string; lastAt: string }[]
}) =>
  [
    ...Object.entries(versions).map(([part, version]) => `${part} ${version}`),
    ...environments.map(({ environment, firstAt }) => `First live in ${environment} at ${firstAt}.`),
  ].join('\n')

type EventRow = {
  id: number
  at: string
  action: string
  refused: boolean
  actor: string | null
  environment: string | null
  part: string | null
  from: Record<string, unknown> | null
  to: Record<string, unknown> | null
  reason: string | null
  detail: { message?: string }
}

export function eventsText({ events, next }: { events: EventRow[]; next: number | null }): string {
  if (events.length === 0) return 'No such event.'
  const rows = events.map(({ id, at, action, refused, actor, environment, part, from, to, reason, detail }) => [
    String(id),
    at,
    actor ?? '(no token)',
    refused ? `${action}: refused` : action,
    [part, environment].filter(Boolean).join(' in ') || '-',
    refused ? (detail.message ?? '') : `${stateText(from)} → ${stateText(to)}`,
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

type EnvironmentRow = { environment: string; composition: string | null; parts: number; revision: number }

export const environmentsText = ({ environments }: { environments: EnvironmentRow[] }) =>
  table([
    ['ENVIRONMENT', 'COMPOSITION', 'PARTS', 'REVISION'],
    ...environments.map(({ environment, composition, parts, revision }) => [
      environment,
      composition ?? '-',
      String(parts),
      String(revision),
    ]),
  ])

type TokenRow = {
  name: string
  role: string
  part: string | null
  environment: string | null
  expiresAt: string | null
  valid: boolean
}

export const tokensText = ({ tokens }: { tokens: TokenRow[] }) =>
  table([
    ['NAME', 'ROLE', 'OF', 'VALID'],
    ...tokens.map(({ name, role, part, environment, expiresAt, valid }) => [
      name,
      role,
      part ?? environment ?? '-',
      valid ? (expiresAt === null ? 'yes' : `until ${expiresAt}`) : 'no',
    ]),
  ])

type GateAnswer = {
  environment: string
  part: string
  version: string
  replaces: string | null
  passed: boolean
  checks: { name: string; outcome: string; message: string; beside: string | null }[]
}

export const gateText = ({ environment, part, version, replaces, passed, checks }: GateAnswer) =>
  [
    `${part} ${version} ${passed ? 'can' : 'cannot'} go live in ${environment}${replaces === null ? '' : ` instead of ${replaces}`}.`,
    table([['CHECK', 'OUTCOME', 'WHAT'], ...checks.map(({ name, outcome, message }) => [name, outcome, message])]),
  ].join('\n')

type Sample = { loads: number; failures: number }
type EvidenceAnswer = {
  versions: (Sample & { version: string; candidate: boolean; counts: Record<string, number> })[]
  verdict: Verdict | null
}

export function evidenceText({ versions, verdict }: EvidenceAnswer): string {
  const vital = (counts: Record<string, number>, name: string) =>
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
function stagesText(failures: number, counts: Record<string, number>): string {
  const stages = stageWords(Object.entries(counts))
  return stages === '' ? String(failures) : `${failures} (${stages})`
}

type PreviewAnswer = { path: string; versions: Record<string, string>; expiresAt: string; needsToken: boolean }

export const previewText = ({ path, versions, expiresAt, needsToken }: PreviewAnswer) =>
  `${path}\nShows ${named(versions)} to whoever has this link${needsToken ? ' and a token of any role' : ''}, until ${expiresAt}.`

type WhyAnswer = {
  composition: string | null
  versions: Record<string, string>
  report: {
    at: string
    message: string
    part?: string
    version?: string
    preview: boolean
    previewOf?: string
    choices: Record<string, { version: string; rule: string; bucket?: number }>
  } | null
  notUsed: { environment: string; part: string; wanted: string; reason: string }[]
  digests: { environment: string; part: string; version: string; right: boolean }[]
  outcomes: { part: string; version: string; metric: string; count: number }[]
}

export function whyText({ composition, versions, report, notUsed, digests, outcomes }: WhyAnswer): string {
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
