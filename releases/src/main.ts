import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '@marram/service/environment'
import { createLog } from '@marram/service/log'
import { endAfterFailure, runService } from '@marram/service/run-service'
import { createApp } from './app'
import { openReleases } from './database'
import { releasesEnvironment } from './environment'
import { ensureFirstToken } from './first-token'
import { openStorage } from './storage'

const settings = readEnvironment(releasesEnvironment)
const { values: options } = parseArgs({ options: { 'new-token': { type: 'boolean', default: false } } })
const log = createLog('releases')

await runService('releases', log, async () => {
  const folder = join(settings.MARRAM_DATA, 'releases')
  const opened = await openReleases({
    url: settings.DATABASE_URL,
    folder,
    onStopped: endAfterFailure(log),
    onIdleError: (error) => log.warn(error, 'a database connection broke'),
  })
  const path = join(folder, 'token')
  const token = await ensureFirstToken(opened.db, path, options['new-token'])
  if (token === 'made') log.info({ path }, 'made an administrator token')
  if (token === 'not here') log.warn({ path }, 'no valid administrator token here; start once with --new-token')

  const app = createApp({
    db: opened.db,
    files: openStorage(join(folder, 'files')),
    log,
    brotliQuality: settings.BROTLI_QUALITY,
  })
  const url = await app.listen({ port: settings.RELEASES_PORT, host: settings.RELEASES_BIND })
  return {
    url,
    async close() {
      await app.close()
      await opened.close()
    },
  }
})
