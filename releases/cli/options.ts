import { UsageError } from '@marram/build/usage-error'
import { cursorPattern } from '@marram/release-contract/calls/environments'
import { claimsIn } from '@marram/release-contract/calls/identities'
import * as names from '@marram/release-contract/calls/names'
import type { StrategyStep } from '@marram/release-contract/calls/rollouts'
import { roles, rolesText } from '@marram/release-contract/permissions'
import { pagePattern } from '@marram/release-contract/section'
import { publicKey } from '@marram/release-contract/trust'
import type { ZodMiniType } from 'zod/mini'
import { readPercent, readSteps, readTime } from '../src/rollouts/strategy'

const asText = (text: string) => text

/** A text that the table of calls allows; `what` ends the error message. */
const checked = (shape: ZodMiniType, what: string) => (text: string) => {
  if (!shape.safeParse(text).success) throw new UsageError(`${text} is not ${what}.`)
  return text
}
const asPart = checked(names.part, 'the name of a part')
export const asEnvironment = checked(names.environment, 'the name of an environment')

const value = <Value>(placeholder: string, brief: string, parse: (text: string) => Value) =>
  ({ kind: 'parsed', optional: true, placeholder, brief: `${placeholder}: ${brief}`, parse }) as const
const flag = (brief: string) => ({ kind: 'boolean', optional: true, withNegated: false, brief }) as const

/** Every option of every command, in the form of `@stricli/core`. */
export const options = {
  environment: value('NAME', 'environment (production); also --env', asEnvironment),
  version: value(
    'VERSION',
    'what is built (the version of package.json with a time and a fingerprint of the sources)',
    asText,
  ),
  registry: value('URL', 'address of the registry (MARRAM_RELEASES_URL)', asText),
  'no-build': flag('upload what was built before'),
  describe: flag('describe it beside what is live, as Markdown, once it is published'),
  promote: flag('promote it as well, once it is published'),
  from: value('NAME', 'the version that is live in this environment', asEnvironment),
  traffic: value('PERCENT', 'how many visitors, 0 to 100', asPercent),
  linear: value('PERCENT', 'how many more visitors in each step; needs --every', asPercent),
  every: value('TIME', 'how long a step takes, such as 30m, 2h or 7d', asSeconds),
  steps: value('STEPS', 'such as 5@10m,25@1h,50@pause; after the last one it is promoted', asSteps),
  'without-evidence': flag('grow by time alone; without it, only if enough evidence says that it is no worse'),
  recipient: value('RECIPIENT', 'only to this one', checked(names.pathNames.recipient, 'the id of a recipient')),
  source: value(
    'URL',
    "address of a developer's machine that serves the part, such as http://127.0.0.1:4001; shows neither the checks of the gate nor how fast its pages will be",
    asText,
  ),
  valid: value('TIME', 'how long the link works, such as 30m, 2h or 7d (1d)', asSeconds),
  group: value('NAME', 'roll out together with the other parts of this group', asText),
  composition: value('ID', 'a whole composition, with exactly its versions', asText),
  yes: flag('change everything that the command lists without it'),
  override: flag('go on although the gate is against it; needs --reason'),
  days: value('NUMBER', 'releases that no page has named for this many days (30)', asNumber),
  hours: value('NUMBER', 'of this many last hours, at most 720 (24)', asNumber),
  months: value('NUMBER', 'of this many last months, at most 60 (12)', asNumber),
  csv: flag('print it as CSV, a line for each part and month'),
  uploads: value('TIME', 'uploads that have stood still for this long, at least 1h (1d)', asSeconds),
  delete: flag('delete exactly what is listed'),
  folder: value('FOLDER', "the part's folder in a checkout of Git, for the commits since what is live", asText),
  pictures: value(
    'FOLDER',
    'wait for the pictures of its pages beside those of live, and save those that differ',
    asText,
  ),
  'no-wait': flag('do not wait until the edges serve it'),
  reason: value('TEXT', 'why, for the audit log', asText),
  key: value('KEY', 'a public key, as key create and key list print it', checked(publicKey, 'a public key')),
  owner: value('NAME', 'whose key it is: a person or a pipeline', asText),
  manager: flag('whoever has the key approves releases'),
  root: flag('whoever has the key signs trust.json'),
  threshold: value('NUMBER', 'how many root keys have to sign trust.json', asNumber),
  approvals: value('NAME=NUMBER', 'how many approvals an environment needs, such as production=1', asApprovals),
  withdraw: value('PART@VERSION', 'a release that no edge runs any more', asRelease),
  revision: value('NUMBER', 'the revision that you have seen; refused if it has changed since then', asNumber),
  notice: value('TEXT', 'what visitors read until it ends', asText),
  until: value('MOMENT', 'when it ends by itself, such as 2026-05-01T12:00:00Z', asMoment),
  for: value('TIME', 'how long, such as 30m, 2h or 7d', asEnd),
  at: value('TIME', 'when, such as 2026-05-01T12:00:00Z, or 2026-05-01 14:00 with --zone', asText),
  zone: value('ZONE', 'time zone of --at, such as Europe/Oslo', asText),
  role: { kind: 'enum', optional: true, placeholder: 'ROLE', brief: `ROLE: ${rolesText}`, values: roles },
  part: value('PART', 'one part', asPart),
  issuer: value('URL', 'who signs the ID tokens, such as https://token.actions.githubusercontent.com', asText),
  audience: value('TEXT', 'what they are made for (the address of the registry)', asText),
  claims: value('CLAIMS', 'what they have to say, such as repository=marram/tides,ref=refs/heads/main', asClaims),
  actor: value('NAME', 'by the token of this name', asText),
  action: value('ACTION', 'such as promote', asText),
  refused: flag('only what was refused'),
  since: value('MOMENT', 'not before', asMoment),
  before: value('CURSOR', 'older than this: the next page, as in the last line of this one', asCursor),
  limit: value('NUMBER', 'how many at most', asNumber),
} as const

export type OptionName = keyof typeof options
type Option = (typeof options)[OptionName]
type ValueOf<Each extends Option> = Each extends { parse: (text: string) => infer Value }
  ? Value
  : Each extends { values: readonly (infer Value)[] }
    ? Value
    : boolean

function asClaims(text: string): Record<string, string> {
  const claims = claimsIn(text)
  if (!claims) throw new UsageError(`${text} is not claims such as repository=marram/tides.`)
  return claims
}

/** Every argument of every command, by its placeholder in the help. */
export const words = {
  PART: { brief: 'a part, such as mfe-events', parse: asPart },
  VERSION: { brief: 'such as 1.4.0', parse: checked(names.version, 'a version such as 1.4.0') },
  ID: { brief: 'of a composition', parse: checked(names.composition, 'the id of a composition') },
  WHAT: { brief: 'id of a composition, or of a report as a failure panel shows it', parse: asKnown },
  LINK: {
    brief: 'to a preview, or its id as previews lists it',
    parse: (text: string) => asLinkId(idIn(text) ?? text),
  },
  CHANGE: {
    brief: 'a scheduled change, by its id as scheduled lists it',
    parse: checked(names.pathNames.change, 'the id of a scheduled change'),
  },
  TARGET: { brief: 'the https:// URL of a webhook, or an e-mail address', parse: asText },
  RECIPIENT: {
    brief: 'by its id as notify list shows it',
    parse: checked(names.pathNames.recipient, 'the id of a recipient'),
  },
  EARLIER: { brief: 'an earlier version', parse: checked(names.version, 'a version such as 1.4.0') },
  NAME: { brief: 'of what is created or ended', parse: asText },
  PATTERN: { brief: 'of pages, such as /news/details/:slug', parse: checked(pagePattern, 'a pattern of pages') },
  FOLDER: { brief: 'of a part, or of a release.json', parse: asText },
  TEST: { brief: 'a file of tests, or a part of its name', parse: asText },
  KEY: { brief: 'a public key, or the name of one of yours', parse: asText },
  NEW: { brief: 'the name of the key that takes its place', parse: asText },
  FILE: { brief: 'a changed trust.json, or one that others signed already', parse: asText },
} as const

type WordName = keyof typeof words
/** In square brackets if it may be left out. */
export type Word = WordName | `[${WordName}]`

/** The input of a command: arguments by their placeholders in lower case, options by name; `for` becomes `until`. */
export type Given<Takes extends Word = never, Options extends OptionName = never> = {
  [Each in Takes as Each extends WordName ? Lowercase<Each> : never]: string
} & { [Each in Takes as Each extends `[${infer Name}]` ? Lowercase<Name> : never]?: string } & {
  [Each in Exclude<Options, 'for'>]?: ValueOf<(typeof options)[Each]>
}

const asLinkId = checked(names.pathNames.link, 'a link to a preview, or its id as previews lists it')

/** A link has what it shows inside, with its own id; undefined for anything else. */
function idIn(link: string): string | undefined {
  const [, payload] = /\/releases\/preview\/([\w-]+)\./.exec(link) ?? []
  if (payload === undefined) return undefined
  try {
    return String(JSON.parse(Buffer.from(payload, 'base64url').toString()).id)
  } catch {
    throw new UsageError('This link to a preview is not whole. Copy it again, or take its id from previews.')
  }
}

function asKnown(id: string): string {
  if (!names.pathNames.id.safeParse(id).success) throw new UsageError(`${id} is not the id of a composition or report.`)
  return id.replace('#', '')
}

function asNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a whole number.`)
  return Number(text)
}

/** The id of an event, or where a page of compositions ended. */
function asCursor(text: string): string {
  return cursorPattern.test(text) ? text : String(asNumber(text))
}

function asApprovals(text: string): { environment: string; needed: number } {
  const [, environment, needed] = /^([^=]+)=(\d{1,2})$/.exec(text) ?? []
  if (environment === undefined)
    throw new UsageError(`${text} is not an environment with a number, such as production=1.`)
  return { environment: asEnvironment(environment), needed: Number(needed) }
}

function asRelease(text: string): { part: string; version: string } {
  const [part = '', version = ''] = text.split('@')
  return { part: asPart(part), version: checked(names.version, 'a release such as mfe-events@1.4.0')(version) }
}

function asPercent(text: string): number {
  const percent = readPercent(text)
  if (percent === undefined) throw new UsageError(`${text} is not a percentage from 0 to 100.`)
  return percent
}

function asMoment(text: string): string {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw new UsageError(`${text} is not a moment such as 2026-05-01T12:00:00Z.`)
  return moment.toISOString()
}

function asSeconds(text: string): number {
  const seconds = readTime(text)
  if (seconds === undefined) throw new UsageError(`${text} is not a time such as 30m, 2h or 7d.`)
  return seconds
}

function asEnd(text: string): string {
  return new Date(Date.now() + asSeconds(text) * 1000).toISOString()
}

function asSteps(text: string): StrategyStep[] {
  const steps = readSteps(text)
  if (typeof steps === 'string') throw new UsageError(steps)
  return steps
}

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)$/
const EXAMPLE = '2026-05-01T12:00:00Z, or 2026-05-01 14:00 with --zone Europe/Oslo'

/** A moment of the command line as ISO text: a time with its offset, or the time that clocks show in a zone. Throws `UsageError`. */
export function momentInZone(text: string, zone: string | undefined): string {
  const local = LOCAL.exec(text)
  if (zone === undefined) {
    const moment = new Date(text)
    if (local || !/(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
      throw new UsageError(`${text} is not a moment with its time zone, such as ${EXAMPLE}.`)
    return moment.toISOString()
  }
  if (!local) throw new UsageError(`${text} is not a local time, such as ${EXAMPLE}.`)
  const [year, month, day, hour, minute] = local.slice(1).map(Number) as [number, number, number, number, number]
  const shown = Date.UTC(year, month - 1, day, hour, minute)
  if (new Date(shown).toISOString().slice(0, 16) !== `${text.slice(0, 10)}T${text.slice(11)}`)
    throw new UsageError(`There is no ${text}.`)
  const clock = clockOf(zone)
  // An offset is that of the moment itself, which lies at most a day away. Of a time that comes twice, the first is meant.
  for (const near of [shown - 86_400_000, shown + 86_400_000]) {
    const moment = shown - (clock(near) - near)
    if (clock(moment) === shown) return new Date(moment).toISOString()
  }
  throw new UsageError(`${text} does not exist in ${zone}: clocks are put forward then.`)
}

/** What clocks of a zone show at a moment, as if it were UTC, in milliseconds. Throws `UsageError`. */
function clockOf(zone: string): (moment: number) => number {
  try {
    const { format } = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    return (moment) => Date.parse(`${format(moment).replace(' ', 'T')}Z`)
  } catch {
    throw new UsageError(`${zone} is not a time zone such as Europe/Oslo.`)
  }
}
