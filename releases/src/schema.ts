import type { Check, PicturedPage } from '@marram/release-contract/calls/releases'
import type { Strategy } from '@marram/release-contract/calls/rollouts'
import { scheduled } from '@marram/release-contract/calls/schedule'
import { stopKinds } from '@marram/release-contract/calls/stops'
import type { Opened, ReportedFault } from '@marram/release-contract/diagnostics'
import type { Metric } from '@marram/release-contract/evidence'
import { roles } from '@marram/release-contract/permissions'
import type { ReleaseManifest } from '@marram/release-contract/release'
import type { SignedTrust } from '@marram/release-contract/trust'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

// Not exported: the migrator itself creates the schema, to store its list of migrations there.
const schema = pgSchema('releases')
const moment = (name = '') => timestamp(name, { withTimezone: true })
const ofEnvironment = () =>
  text()
    .notNull()
    .references(() => environment.name)
const ofRelease = () =>
  uuid()
    .notNull()
    .references(() => release.id, { onDelete: 'cascade' })
const ofComposition = () =>
  text()
    .notNull()
    .references(() => composition.id)

/** `revision` grows with every change of what is live; changes in one environment wait for each other on its row. */
export const environment = schema.table('environment', {
  name: text().primaryKey(),
  revision: integer().notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** One version of a part. An upload until `completedAt`, immutable from then on. */
export const release = schema.table(
  'release',
  {
    id: uuid().primaryKey().defaultRandom(),
    part: text().notNull(),
    version: text().notNull(),
    /** SHA-384 of the bytes of release.json: what makes two releases the same. */
    integrity: text().notNull(),
    manifest: jsonb().$type<ReleaseManifest>().notNull(),
    publishedBy: text('published_by').notNull(),
    startedAt: moment('started_at').notNull().defaultNow(),
    completedAt: moment('completed_at'),
    /** When a document last named it; for one that a preview link shows, when that link ends. */
    lastNamedAt: moment('last_named_at'),
    /** Its files were deleted. The row stays: its version must never have other bytes. */
    removedAt: moment('removed_at'),
  },
  (table) => [unique('release_part_version').on(table.part, table.version)],
)

export const isVersion = ({ part, version }: { part: string; version: string }) =>
  and(eq(release.part, part), eq(release.version, version))

/** Complete, and not deleted since. */
export const isPublished = and(isNotNull(release.completedAt), isNull(release.removedAt))

/** `brotliSize` is null if the file has no compressed copy. */
export const releaseFile = schema.table(
  'release_file',
  {
    release: ofRelease(),
    path: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    integrity: text().notNull(),
    brotliSize: bigint('brotli_size', { mode: 'number' }),
    storedAt: moment('stored_at'),
  },
  (table) => [primaryKey({ columns: [table.release, table.path] })],
)

/** Signatures of `release.json` by teams. */
export const releaseSignature = schema.table(
  'release_signature',
  {
    release: ofRelease(),
    key: text().notNull(),
    signature: text().notNull(),
    by: text().notNull(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.release, table.key] })],
)

/** Signatures by managers who approve that a release goes live in an environment. */
export const approval = schema.table(
  'approval',
  {
    release: ofRelease(),
    environment: ofEnvironment(),
    key: text().notNull(),
    signature: text().notNull(),
    by: text().notNull(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.release, table.environment, table.key] })],
)

/** Every version of `trust.json`: edges take one after the other. */
export const trusted = schema.table('trust', {
  version: integer().primaryKey(),
  signed: jsonb().$type<SignedTrust>().notNull(),
  by: text().notNull(),
  at: moment().notNull().defaultNow(),
})

/** Results of the gate for a section beside a shell, or for a release by itself, if `beside` is the same release. */
export const gateResult = schema.table(
  'gate_result',
  {
    release: ofRelease(),
    beside: ofRelease(),
    checks: jsonb().$type<Check[]>().notNull(),
    passed: boolean().notNull(),
    checkedAt: moment('checked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.release, table.beside] })],
)

/** Pictures of a version's pages beside those of `live`, with another part; `live` is the version itself where it has none. */
export const pagePictures = schema.table(
  'page_pictures',
  {
    release: ofRelease(),
    live: ofRelease(),
    beside: ofRelease(),
    pages: jsonb().$type<PicturedPage[]>().notNull(),
    /** Why there are none, or not all. */
    message: text(),
    takenAt: moment('taken_at').notNull().defaultNow(),
    /** Runs in sequence that got no further, the first of them included. */
    attempts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.release, table.live, table.beside] })],
)

export type Step = { version: string; at: string; by: string }

/** Which versions of a part an environment serves, and to how many visitors. */
export const rollout = schema.table(
  'rollout',
  {
    environment: ofEnvironment(),
    part: text().notNull(),
    stable: text().notNull(),
    candidate: text(),
    /** Percentage of visitors that get the candidate. */
    traffic: doublePrecision().notNull().default(0),
    salt: text().notNull(),
    group: text(),
    strategy: jsonb().$type<Strategy>(),
    /** Since when the candidate has visitors, as ISO text. */
    candidateSince: text('candidate_since'),
    revision: integer().notNull().default(1),
    /** Live versions, oldest first; the last step is `stable`. A rollback removes steps from the end. */
    history: jsonb().$type<Step[]>().notNull(),
    /** False for a part that a rollback of the whole environment took away: its revision must go on. */
    live: boolean().notNull().default(true),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.part] }),
    foreignKey({ columns: [table.part, table.stable], foreignColumns: [release.part, release.version] }),
    foreignKey({ columns: [table.part, table.candidate], foreignColumns: [release.part, release.version] }),
    check('rollout_traffic', sql`${table.traffic} between 0 and 100`),
  ],
)

/** Which part has an address in an environment: the one that first went live with it, until it is given up. */
export const address = schema.table(
  'address',
  {
    environment: ofEnvironment(),
    pattern: text().notNull(),
    part: text().notNull(),
    by: text().notNull(),
    since: moment().notNull().defaultNow(),
  },
  // Set for one of two parts that were both live with it before addresses were reserved.
  (table) => [primaryKey({ columns: [table.environment, table.pattern, table.part] })],
)

/** Every set of versions that was ever live, under its one id. No edge writes here. */
export const composition = schema.table(
  'composition',
  {
    id: text().primaryKey(),
    versions: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  // To find the compositions that a release was in.
  (table) => [index('composition_versions').using('gin', table.versions.op('jsonb_path_ops'))],
)

/** Where a composition was live: for most visitors, or (`partial`) only for visitors of rollouts. */
export const liveComposition = schema.table(
  'live_composition',
  {
    environment: ofEnvironment(),
    composition: ofComposition(),
    partial: boolean().notNull(),
    firstAt: moment('first_at').notNull().defaultNow(),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.composition] })],
)

/** What is stopped now, or until `until`; what was stopped earlier stands in the events. `part` is empty for a freeze. */
export const stop = schema.table(
  'stop',
  {
    environment: ofEnvironment(),
    kind: text({ enum: stopKinds }).notNull(),
    part: text().notNull(),
    reason: text().notNull(),
    /** The notice for visitors of a killed part. */
    notice: text(),
    by: text().notNull(),
    /** Null if an earlier registry wrote it. */
    byRole: text('by_role', { enum: roles }),
    since: moment().notNull().defaultNow(),
    until: moment(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.kind, table.part] })],
)

/** A change that is made later, by the call of that name, with the rights that its token has then. */
export const scheduledChange = schema.table(
  'scheduled_change',
  {
    id: text().primaryKey(),
    environment: ofEnvironment(),
    /** Null for the whole environment. */
    part: text(),
    call: text({ enum: scheduled }).notNull(),
    input: jsonb().$type<{ version?: string; traffic?: number; until?: string }>().notNull(),
    at: moment().notNull(),
    by: text().notNull(),
    token: uuid().notNull(),
    reason: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    state: text({ enum: ['waiting', 'begun', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Why it was not made. */
    outcome: text(),
    endedAt: moment('ended_at'),
  },
  (table) => [index('scheduled_change_state').on(table.state, table.at)],
)

/** Who hears of changes in an environment: a webhook or an e-mail address. */
export const recipient = schema.table('recipient', {
  id: text().primaryKey(),
  environment: ofEnvironment(),
  /** Null for every part. */
  part: text(),
  target: text().notNull(),
  /** The key of the signatures of a webhook; null for an e-mail address. */
  secret: text(),
  by: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** What a recipient hears, queued by a trigger of `event` in the transaction of the change: one for all its events. */
export const notification = schema.table(
  'notification',
  {
    id: uuid().primaryKey().defaultRandom(),
    recipient: text()
      .notNull()
      .references(() => recipient.id, { onDelete: 'cascade' }),
    transaction: text().notNull(),
    /** Their ids; none for a test. */
    events: bigint({ mode: 'number' }).array().notNull(),
    at: moment().notNull().defaultNow(),
    state: text({ enum: ['waiting', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    dueAt: moment('due_at').notNull().defaultNow(),
    /** A registry is sending it until then; later, it is no longer running. */
    takenUntil: moment('taken_until'),
    /** What the last attempt led to. */
    outcome: text(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    // A number of a transaction alone can come again, in a database that was restored.
    unique('notification_of_change').on(table.recipient, table.at, table.transaction),
    index('notification_state').on(table.state, table.dueAt),
  ],
)

/** The keys of signatures, each created by the first registry that needs it. */
export const secret = schema.table('secret', { name: text().primaryKey(), value: text().notNull() })

/** The audit log: changes and refusals. A trigger makes it append-only. */
export const event = schema.table(
  'event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().defaultNow(),
    action: text().notNull(),
    refused: boolean().notNull().default(false),
    /** Name of the token; null if none was accepted. */
    actor: text(),
    environment: text(),
    part: text(),
    version: text(),
    /** The states before and after the event, if its subject has a state. */
    from: jsonb().$type<Record<string, unknown>>(),
    to: jsonb().$type<Record<string, unknown>>(),
    /** The composition that is live after the event. */
    composition: text().references(() => composition.id),
    reason: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('event_environment').on(table.environment, table.id), index('event_part').on(table.part, table.id)],
)

/** Loads and failures by the minute, as edges count them. Nothing here is about a person. */
export const evidence = schema.table(
  'evidence',
  {
    environment: ofEnvironment(),
    part: text().notNull(),
    version: text().notNull(),
    composition: text().notNull(),
    minute: moment().notNull(),
    metric: text().$type<Metric>().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  ({ environment, part, version, composition, minute, metric }) => [
    primaryKey({ columns: [environment, part, version, composition, minute, metric] }),
    index('evidence_minute').on(minute),
  ],
)

/** Which networks saw failures of a version, by shared numbers (plus 4096 for failures seen by an edge), and when first. */
export const failingNetwork = schema.table(
  'failing_network',
  {
    environment: ofEnvironment(),
    part: text().notNull(),
    version: text().notNull(),
    number: integer().notNull(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.part, table.version, table.number] })],
)

/** What an edge opened for visitors, and what it could not use for it: reports of edges, valid in their environment only. */
export const opened = schema.table(
  'opened',
  {
    environment: ofEnvironment(),
    composition: text().notNull(),
    versions: jsonb().$type<Opened['versions']>().notNull(),
    parts: jsonb().$type<Opened['parts']>().notNull(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.composition] })],
)

/** The last report of each running edge: which discovery document it serves, and why not the newest. */
export const edge = schema.table(
  'edge',
  {
    environment: ofEnvironment(),
    id: text().notNull(),
    served: text(),
    latest: text(),
    reason: text(),
    since: moment(),
    name: text(),
    revision: integer(),
    composition: text(),
    unusable: jsonb().$type<Opened['parts']>().notNull().default({}),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.id] })],
)

/** Preview links that are still valid. What a link shows is in the link itself, with its signature. */
export const previewLink = schema.table('preview_link', {
  id: text().primaryKey(),
  environment: ofEnvironment(),
  /** Null for a whole composition. */
  part: text(),
  /** As text. */
  what: text().notNull(),
  by: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
})

/** Faults that browsers reported, by the id that their visitors saw. */
export const report = schema.table(
  'report',
  {
    environment: ofEnvironment(),
    id: text().notNull(),
    at: moment().notNull(),
    about: jsonb().$type<Omit<ReportedFault, 'id'>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.id] }),
    index('report_id').on(table.id),
    index('report_at').on(table.environment, table.at),
  ],
)

/** `part` and `environment` are its limits; null is every one. */
export const token = schema.table('token', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** SHA-256 of the token, hexadecimal. The token itself is shown once and stored nowhere. */
  hash: text().notNull().unique('token_hash'),
  role: text({ enum: roles }).notNull(),
  part: text(),
  environment: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at'),
  /** Whether it was given for an ID token: its name is that of an identity, of which several may be valid at once. */
  ofIdentity: boolean('of_identity').notNull().default(false),
})

/** Whose ID tokens are exchanged for a token of that name: those of an issuer, for an audience, with these claims. */
export const identity = schema.table('identity', {
  name: text().primaryKey(),
  issuer: text().notNull(),
  audience: text().notNull(),
  claims: jsonb().$type<Record<string, string>>().notNull(),
  role: text({ enum: roles }).notNull(),
  part: text(),
  environment: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Logins at the console that have not ended. */
export const consoleSession = schema.table('console_session', {
  /** SHA-256 of what the cookie holds. */
  digest: text().primaryKey(),
  token: uuid()
    .notNull()
    .references(() => token.id, { onDelete: 'cascade' }),
  usedAt: moment('used_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
