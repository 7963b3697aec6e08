import { join } from 'node:path'
import { type DatabaseOptions, openDatabase } from '@marram/server/database'
import * as tables from './database/tables'

/** The API's database, embedded in `folder` or on the server at `url`. */
export const openApiDatabase = (
  options: Pick<DatabaseOptions<typeof tables>, 'url' | 'folder' | 'onStopped' | 'onIdleError'>,
) =>
  openDatabase({
    ...options,
    schema: tables,
    migrations: join(import.meta.dirname, '../migrations'),
    migrationsSchema: 'api',
  })
