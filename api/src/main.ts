import { join, resolve } from 'node:path'
import { readEnvironment } from '@marram/service/environment'
import { createLog } from '@marram/service/log'
import { endAfterFailure, runService } from '@marram/service/run-service'
import { sql } from 'drizzle-orm'
import { forgetOldFailures } from './accounts/login-failures'
import { forgetEndedSessions } from './accounts/sessions'
import { buildApp } from './app'
import type { Db } from './call'
import { applyContent } from './content/apply'
import { contentRevision } from './database/tables'
import { apiEnvironment } from './environment'
import { foldersIn } from './folders'
import { forgetOldKeys } from './idempotency'
import { openApiDatabase } from './open-api-database'
import { newOperatorToken, writeOperatorFile } from './operator-file'

const HOUR = 3_600_000

const settings = readEnvironment(apiEnvironment)
const log = createLog('api')

await runService('api', log, async () => {
  const folders = foldersIn(settings.MARRAM_DATA)
  const database = await openApiDatabase({
    url: settings.DATABASE_URL,
    folder: folders.database,
    onStopped: endAfterFailure(log),
    onIdleError: (error) => log.warn(error, 'a database connection broke'),
  })
  try {
    await fillEmptyDatabase(database.db, folders.media)
    const operatorToken = newOperatorToken()
    const app = await buildApp({ ...database, settings, folders, log, operatorToken })
    const url = await app.listen({ port: settings.API_PORT, host: settings.API_BIND })
    writeOperatorFile(folders.operatorFile, { url, token: operatorToken })
    const tidying = setInterval(() => {
      tidy(database.db).catch((error) => log.warn(error, 'could not tidy the database'))
    }, HOUR)
    return {
      url,
      async close() {
        clearInterval(tidying)
        await app.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
})

/** Hourly: forgets what is over. */
async function tidy(db: Db): Promise<void> {
  await forgetOldKeys(db)
  await forgetEndedSessions(db, new Date())
  await forgetOldFailures(db, new Date())
  // The embedded engine has nobody else who counts its rows; without counts it plans badly.
  await db.execute(sql`analyze`)
}

/** So that a site that was just installed is not an empty one. */
async function fillEmptyDatabase(db: Db, mediaFolder: string): Promise<void> {
  if (settings.API_FIRST_CONTENT === 'none') return
  if ((await db.$count(contentRevision)) > 0) return
  const folder = settings.API_FIRST_CONTENT || join(import.meta.dirname, '../content')
  const applied = await applyContent(db, resolve(folder), mediaFolder)
  log.info(applied, 'first content applied')
}
