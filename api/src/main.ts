import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEnvironment } from '@marram/server/environment'
import type { Logger } from '@marram/server/log'
import type { Metrics } from '@marram/server/metrics'
import { endAfterFailure, migrateAndEnd, runServer, serviceFlags } from '@marram/server/run-service'
import { openFiles } from '@marram/server/stored-files'
import { mailKey, tokenSecret } from './accounts/tokens'
import { buildApp } from './app'
import { contentRevision } from './content/tables'
import { applyContent } from './content-files/apply'
import { openApiDatabase } from './database/open-database'
import type { Db } from './database/schema'
import { foldersIn } from './folders'
import { type Outbox, outboxOf } from './mail/outbox'
import { mailSender } from './mail/sender'
import { newOperatorToken, writeOperatorFile } from './operator/operator-file'
import { apiEnvironment } from './settings'
import { tidy } from './tidy'

const HOUR = 3_600_000

const settings = readEnvironment(apiEnvironment)
const flags = serviceFlags('api', 'migrate')
const folders = foldersIn(settings.MARRAM_DATA)
const location = { url: settings.DATABASE_URL, folder: folders.database }
if (flags.migrate) await migrateAndEnd('api', () => openApiDatabase(location))
const opened = (setting: 'API_UPLOADS' | 'API_MEDIA', folder: string) =>
  openFiles(settings[setting], folder).catch((error: Error) => {
    process.stderr.write(`${setting}: ${error.message}\n`)
    process.exit(1)
  })
const uploadFiles = await opened('API_UPLOADS', folders.uploads)
const mediaFiles = await opened('API_MEDIA', folders.media)

await runServer('api', settings, async ({ log, metrics }) => {
  const database = await openApiDatabase({
    ...location,
    onStopped: endAfterFailure(log),
    onIdleError: (error) => log.warn(error, 'a database connection broke'),
  })
  await fillEmptyDatabase(database.db, log)
  const outbox = outboxOf(settings, mailKey(tokenSecret(settings.API_TOKEN_SECRET, folders.service)))
  const operatorToken = newOperatorToken()
  const parts = { settings, folders, uploadFiles, mediaFiles, log, operatorToken, code: codeDigest(), metrics }
  const app = await buildApp({ ...database, ...parts })
  const url = await app.listen({ port: settings.API_PORT, host: settings.INTERNAL_BIND })
  writeOperatorFile(folders.operatorFile, { url, token: operatorToken })
  const tidyNow = () =>
    tidy({ db: database.db, uploadFiles, outbox, log }).catch((error) => log.warn(error, 'could not tidy up'))
  void tidyNow()
  const tidying = setInterval(tidyNow, HOUR)
  const stopSending = startSending(outbox, { db: database.db, log, metrics })
  return {
    url,
    async close() {
      clearInterval(tidying)
      await stopSending()
      await app.close()
      await database.close()
    },
  }
})

/** Does nothing if the site sends no mail. */
function startSending(
  outbox: Outbox | undefined,
  parts: { db: Db; log: Logger; metrics: Metrics },
): () => Promise<void> {
  if (!outbox || !settings.MAIL_URL) return async () => {}
  const from = settings.MAIL_FROM ?? `Marram <no-reply@${new URL(outbox.site).hostname}>`
  return mailSender({ ...parts, url: settings.MAIL_URL, from }).start()
}

/** So that a newly installed site is not empty. */
async function fillEmptyDatabase(db: Db, log: Logger): Promise<void> {
  if (settings.API_FIRST_CONTENT === 'none') return
  if ((await db.$count(contentRevision)) > 0) return
  const folder = settings.API_FIRST_CONTENT || join(import.meta.dirname, '../content')
  const applied = await applyContent(db, resolve(folder), mediaFiles)
  log.info(applied, 'first content applied')
}

/** Eight hexadecimal digits that change with the API's sources and installed packages. */
function codeDigest(): string {
  const root = join(import.meta.dirname, '../..')
  const hash = createHash('sha256')
  for (const folder of ['api/src', 'shared/api-contract/src', 'shared/html/src'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
        hash.update(`\n${name}\n`).update(readFileSync(join(root, folder, name)))
  hash.update(readFileSync(join(root, 'pnpm-lock.yaml')))
  return hash.digest('hex').slice(0, 8)
}
