import type { ReleaseManifest } from '@marram/contracts/release'
import { sql } from 'drizzle-orm'
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

// Not exported: the migrator itself creates the schema, to keep its list of migrations there.
const schema = pgSchema('releases')
const moment = (name?: string) => (name ? timestamp(name, { withTimezone: true }) : timestamp({ withTimezone: true }))

/** `revision` grows with every change of what is live; changes in one environment queue up on its row. */
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
  },
  (table) => [unique('release_part_version').on(table.part, table.version)],
)

/** `brotliSize` is null where the file has no compressed copy. */
export const releaseFile = schema.table(
  'release_file',
  {
    release: uuid()
      .notNull()
      .references(() => release.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    integrity: text().notNull(),
    brotliSize: bigint('brotli_size', { mode: 'number' }),
    storedAt: moment('stored_at'),
  },
  (table) => [primaryKey({ columns: [table.release, table.path] })],
)

export type Step = { version: string; at: string; by: string }

/** Which versions of a part an environment serves, and to how many visitors. */
export const rollout = schema.table(
  'rollout',
  {
    environment: text()
      .notNull()
      .references(() => environment.name),
    part: text().notNull(),
    stable: text().notNull(),
    candidate: text(),
    /** Percentage of visitors that get the candidate. */
    traffic: doublePrecision().notNull().default(0),
    salt: text().notNull(),
    group: text(),
    revision: integer().notNull().default(1),
    /** What was live, oldest first; the last step is `stable`. A rollback takes steps off the end. */
    history: jsonb().$type<Step[]>().notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.part] }),
    foreignKey({ columns: [table.part, table.stable], foreignColumns: [release.part, release.version] }),
    foreignKey({ columns: [table.part, table.candidate], foreignColumns: [release.part, release.version] }),
    check('rollout_traffic', sql`${table.traffic} between 0 and 100`),
  ],
)

/** Every set of versions that was ever live, under its one id. When and where it was live stands in the events. */
export const composition = schema.table('composition', {
  id: text().primaryKey(),
  versions: jsonb().$type<Record<string, string>>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** What was done and what was refused. A trigger keeps it append-only. */
export const event = schema.table(
  'event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().defaultNow(),
    action: text().notNull(),
    refused: boolean().notNull().default(false),
    /** Name of the token; null where none was accepted. */
    actor: text(),
    environment: text(),
    part: text(),
    version: text(),
    /** The composition that is live after the event. */
    composition: text().references(() => composition.id),
    reason: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('event_environment').on(table.environment, table.id), index('event_part').on(table.part, table.id)],
)

export const roles = ['viewer', 'publisher', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]

/** `part` limits a publisher and `environment` a manager; null is every one. */
export const token = schema.table('token', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** SHA-256 of the token, hexadecimal. The token itself is shown once and kept nowhere. */
  hash: text().notNull().unique('token_hash'),
  role: text({ enum: roles }).notNull(),
  part: text(),
  environment: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at'),
})
