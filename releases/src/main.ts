import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxReport } from '@marram/rendering/processes'
import { readEnvironment } from '@marram/server/environment'
import { freeDisk } from '@marram/server/free-disk'
import { mailTransport } from '@marram/server/mail'
import { endAfterFailure, migrateAndEnd, runServer, serviceFlags } from '@marram/server/run-service'
import { ensureEdgeToken, ensureFirstToken } from './access/first-token'
import { createApp } from './app'
import { createConsole } from './console/console-app'
import { openRegistry } from './context'
import { openReleases } from './database'
import { measureRehearsals } from './delivery/rehearsals'
import { measureEdges } from './evidence/edges'
import { browserTrial, findBrowser } from './gate/browser-trial'
import { pictureTrial } from './gate/picture-trial'
import { serverTrial } from './gate/server-trial'
import { ENVIRONMENT_CHANGED } from './live/write-live'
import { startScheduledJobs } from './scheduled-jobs'
import { releasesEnvironment } from './settings'
import { openStorage } from './storage'

const settings = readEnvironment(releasesEnvironment)
const flags = serviceFlags('releases', 'new-token', 'migrate')

const folder = join(settings.MARRAM_DATA, 'releases')
const location = { url: settings.DATABASE_URL, folder }
if (flags.migrate) await migrateAndEnd('releases', () => openReleases(location))
const files = await openStorage(join(folder, 'files'), settings.RELEASES_FILES).catch((error: Error) => {
  process.stderr.write(`RELEASES_FILES: ${error.message}\n`)
  process.exit(1)
})

await runServer('releases', settings, async ({ log, metrics }) => {
  const { PREVIEW_URL, MARRAM_ENVIRONMENT: environment, INTERNAL_BIND: host } = settings
  const { RELEASES_ADMIN_TOKEN: adminToken, RELEASES_TOKEN: edges } = settings
  const opened = await openReleases({
    ...location,
    onStopped: endAfterFailure(log),
    onIdleError: (error) => log.warn(error, 'a database connection broke'),
  })
  const path = join(folder, 'token')
  const token = await ensureFirstToken(opened.db, path, flags['new-token'], adminToken)
  if (token === 'created') log.info(adminToken ? {} : { path }, 'created an administrator token')
  if (token === 'not here') log.warn({ path }, 'no valid administrator token here; start once with --new-token')
  await ensureEdgeToken(
    opened.db,
    join(folder, 'edge-token'),
    edges === undefined ? undefined : { token: edges, environment },
  )

  const { level, sandbox, message } = sandboxReport()
  log[level]({ sandbox }, message)
  const trials = join(folder, 'trials')
  // Leftovers of a killed registry.
  await rm(trials, { recursive: true, force: true })
  const builds = { files, folder: trials, apiUrl: settings.API_HOST }
  const browser = settings.MARRAM_CHROMIUM === 'off' ? undefined : settings.MARRAM_CHROMIUM || findBrowser()
  if (!browser) log.info('the gate opens no pages in a browser: none was found, or MARRAM_CHROMIUM is off')
  const mailHost = new URL(settings.CONSOLE_URL ?? 'http://localhost').hostname
  const from = settings.MAIL_FROM ?? `Marram <no-reply@${mailHost}>`
  const context = openRegistry({
    db: opened.db,
    files,
    trial: serverTrial(builds),
    ...(browser && {
      browserTrial: browserTrial({ ...builds, browser }),
      takePictures: pictureTrial({ ...builds, browser }),
    }),
    log,
    metrics,
    disk: freeDisk(folder, metrics),
    drainMs: settings.DRAIN_MS,
    brotliQuality: settings.BROTLI_QUALITY,
    consoleUrl: settings.CONSOLE_URL,
    mail: settings.MAIL_URL === undefined ? undefined : mailTransport({ url: settings.MAIL_URL, from }),
    internalWebhooks: settings.NOTIFY_INTERNAL,
    rehearsing: { days: settings.REHEARSE_DAYS, of: environment },
    previews: PREVIEW_URL === undefined ? undefined : { url: PREVIEW_URL, environment },
  })
  await opened.listen(ENVIRONMENT_CHANGED, (name) => context.held.changed(name))
  measureEdges(metrics, opened.db)
  measureRehearsals(metrics, context)
  const app = createApp(context)
  const consoleApp = createConsole(context, {
    folder: join(import.meta.dirname, '../console/dist'),
    url: settings.CONSOLE_URL,
    oidc: oidcClient(settings),
  })
  const stopJobs = startScheduledJobs(context)
  const consoleUrl = await consoleApp.listen({ port: settings.CONSOLE_PORT, host })
  log.info({ url: consoleUrl }, 'console')
  const url = await app.listen({ port: settings.RELEASES_PORT, host })
  return {
    url,
    async close() {
      await Promise.all([stopJobs(), app.close(), consoleApp.close()])
      await opened.close()
    },
  }
})

function oidcClient(given: typeof settings) {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  } = given
  return issuer === undefined ? undefined : { issuer, clientId, clientSecret }
}
