import { join } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase, type Transaction } from '@marram/server/database'
import * as schema from './schema'

export type ReleasesDatabase = Database<typeof schema>
export type ReleasesTransaction = Transaction<typeof schema>
/** Inside of a transaction or not. */
export type Db = ReleasesDatabase | ReleasesTransaction

type Location = Pick<DatabaseOptions<typeof schema>, 'url' | 'folder' | 'onStopped' | 'onIdleError'>

export const openReleases = (location: Location) =>
  openDatabase({
    ...location,
    schema,
    migrations: join(import.meta.dirname, '../migrations'),
    migrationsSchema: 'releases',
  })
