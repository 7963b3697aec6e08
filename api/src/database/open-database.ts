import { join } from 'node:path'
import { type DatabaseOptions, openDatabase } from '@marram/server/database'

/** The API's database, embedded in `folder` or on the server at `url`. */
export const openApiDatabase = (
  options: Pick<DatabaseOptions<Record<string, unknown>>, 'url' | 'folder' | 'onStopped' | 'onIdleError'>,
) =>
  openDatabase({
    ...options,
    schema: {},
    migrations: join(import.meta.dirname, '../../migrations'),
    migrationsSchema: 'api',
  })
