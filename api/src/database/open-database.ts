import { join } from 'node:path'
import { type DatabaseOptions, openDatabase } from '@marram/server/database'

export const openApiDatabase = (
  options: Pick<DatabaseOptions<Record<string, unknown>>, 'url' | 'folder' | 'onStopped' | 'onIdleError'>,
) =>
  openDatabase({
    ...options,
    schema: {},
    migrations: join(import.meta.dirname, '../../migrations'),
    migrationsSchema: 'api',
  })
