import { keptOnServers } from '@marram/api-contract/personal-data'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as schema from '../schema'

/** Tables of releases and their managers: nothing in them comes from a visitor. */
const ofReleases = [
  ...[
    'address',
    'approval',
    'composition',
    'console_session',
    'edge',
    'environment',
    'event',
    'gate_result',
    'identity',
    'live_composition',
  ],
  ...[
    'notification',
    'opened',
    'page_pictures',
    'preview_link',
    'recipient',
    'release',
    'release_file',
    'release_signature',
    'rollout',
    'scheduled_change',
    'secret',
    'stop',
    'token',
    'trust',
  ],
]

it('every table and column of the registry with data about visits is declared', () => {
  const stored = Object.values(schema)
    .filter((each) => is(each, PgTable))
    .map((table) => getTableConfig(table as PgTable))
    .filter(({ name }) => !ofReleases.includes(name))
    .map(({ name, columns }) => [`releases.${name}`, columns.map((column) => column.name)])
  const declared = keptOnServers.flatMap(({ tables }) => Object.entries(tables)).filter(([name]) => name.includes('.'))
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(stored))
})
