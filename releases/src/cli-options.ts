import { UsageError } from '@marram/build/usage-error'
import { meansSomethingElse, partNamePattern } from '@marram/release-contract/part-name'
import { versionPattern } from '@marram/release-contract/version'

type Option = {
  /** What stands for the value in the help; absent for a switch. */
  value?: string
  help: string
  read?: (text: string) => unknown
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Every option of every command. */
export const options = {
  environment: { value: 'NAME', help: 'environment (production); also --env', read: asEnvironment },
  version: { value: 'VERSION', help: 'what is built (the version of package.json with a fingerprint of the sources)' },
  registry: { value: 'URL', help: 'where the registry answers (MARRAM_RELEASES_URL)' },
  'no-build': { help: 'upload what was built before' },
  promote: { help: 'promote it as well, once it is published' },
  from: { value: 'NAME', help: 'exactly what is live in this environment', read: asEnvironment },
  traffic: { value: 'PERCENT', help: 'how many visitors, 0 to 100', read: asPercent },
  linear: { value: 'PERCENT', help: 'so many visitors more in each step; needs --every', read: asPercent },
  every: { value: 'TIME', help: 'how long a step takes, such as 30m, 2h or 7d', read: asSeconds },
  steps: { value: 'STEPS', help: 'such as 5@10m,25@1h,50@pause; after the last one it is promoted', read: asSteps },
  evidence: { help: 'grow only where enough evidence says that it is no worse: what happens without it too' },
  'without-evidence': { help: 'grow by time alone, whatever the figures say' },
  source: { value: 'URL', help: 'a machine that serves the part, such as http://127.0.0.1:4001' },
  valid: { value: 'TIME', help: 'how long the link works, such as 30m, 2h or 7d (1d)', read: asSeconds },
  group: { value: 'NAME', help: 'roll out together with the other parts of this group' },
  composition: { value: 'ID', help: 'the whole environment, to exactly these versions' },
  override: { help: 'although the gate is against it; needs --reason' },
  days: { value: 'NUMBER', help: 'that no document has named for so many days (30)', read: asNumber },
  hours: { value: 'NUMBER', help: 'of the last so many hours, at most 720 (24)', read: asNumber },
  uploads: { value: 'TIME', help: 'uploads too that stood still for so long, at least 1h (1d)', read: asSeconds },
  delete: { help: 'delete exactly these' },
  reason: { value: 'TEXT', help: 'why, for the audit log' },
  revision: { value: 'NUMBER', help: 'what you have seen; refused where somebody was faster', read: asNumber },
  notice: { value: 'TEXT', help: 'what visitors read meanwhile' },
  until: { value: 'MOMENT', help: 'when it ends by itself, such as 2026-05-01T12:00:00Z', read: asMoment },
  for: { value: 'TIME', help: 'how long, such as 30m, 2h or 7d', read: asEnd },
  role: { value: 'ROLE', help: 'viewer, publisher, manager, edge or admin' },
  part: { value: 'PART', help: 'one part', read: asPart },
  actor: { value: 'NAME', help: 'of this token' },
  action: { value: 'ACTION', help: 'such as promote' },
  refused: { help: 'only what was refused' },
  since: { value: 'MOMENT', help: 'not before', read: asMoment },
  before: {
    value: 'CURSOR',
    help: 'older than this: the next page, as the last line of this one says',
    read: asCursor,
  },
  limit: { value: 'NUMBER', help: 'how many at most', read: asNumber },
  json: { help: 'answer as JSON on standard output' },
  help: { help: 'what a command does and takes' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options

export function asPart(part: string): string {
  if (!partNamePattern.test(part) || meansSomethingElse(part))
    throw new UsageError(`${part} is not the name of a part.`)
  return part
}

export function asVersion(version: string): string {
  if (!versionPattern.test(version)) throw new UsageError(`${version} is not a version such as 1.4.0.`)
  return version
}

export function asEnvironment(name: string): string {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name)) throw new UsageError(`${name} is not the name of an environment.`)
  return name
}

function asNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a whole number.`)
  return Number(text)
}

/** The id of an event, or where a page of compositions ended. */
function asCursor(text: string): number | string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z_[01]_[0-9a-f]{12}$/.test(text)) return text
  return asNumber(text)
}

function asPercent(text: string): number {
  const percent = Number(text.replace(/%$/, ''))
  if (!/^\d+(\.\d+)?%?$/.test(text) || percent > 100) throw new UsageError(`${text} is not a percentage from 0 to 100.`)
  return percent
}

function asMoment(text: string): string {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw new UsageError(`${text} is not a moment such as 2026-05-01T12:00:00Z.`)
  return moment.toISOString()
}

function asSeconds(text: string): number {
  const [, amount, unit] = /^(\d{1,4})([smhd])$/.exec(text) ?? []
  if (!amount || !unit) throw new UsageError(`${text} is not a time such as 30m, 2h or 7d.`)
  return Number(amount) * (UNITS[unit] as number)
}

function asEnd(text: string): string {
  return new Date(Date.now() + asSeconds(text) * 1000).toISOString()
}

function asSteps(text: string): { traffic: number; seconds: number | null }[] {
  return text.split(',').map((step) => {
    const [traffic = '', time = '', ...rest] = step.split('@')
    if (rest.length > 0 || time === '') throw new UsageError(`${step} is not a step such as 5@10m or 50@pause.`)
    return { traffic: asPercent(traffic), seconds: time === 'pause' ? null : asSeconds(time) }
  })
}
