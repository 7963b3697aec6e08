import { setTimeout as wait } from 'node:timers/promises'
import { deleteFiles } from './clean-up/clean-up'
import type { RegistryContext } from './context'
import { listEnvironments } from './environments/environments'
import { forgetOld } from './evidence/diagnostics'
import { keepCurrent } from './gate/keep-current'
import { advanceStrategies, judgeCandidates } from './rollouts/automatic-changes'
import { StorageFailed } from './storage'

const EVERY_MS = 1000
const HOUR_MS = 3_600_000

/** Runs all jobs repeatedly, one run after the other. Returns a function that stops them and resolves once the last run has ended. */
export function startScheduledJobs(context: RegistryContext): () => Promise<void> {
  const stopping = new AbortController()
  const ended = runJobs(context, stopping.signal)
  return () => {
    stopping.abort()
    return ended
  }
}

async function runJobs(context: RegistryContext, signal: AbortSignal): Promise<void> {
  let hourlyAt = 0
  while (await wait(EVERY_MS, true, { signal }).catch(() => false)) {
    try {
      await judgeCandidates(context)
      await advanceStrategies(context)
      if (performance.now() < hourlyAt) continue
      await eachHour(context)
      hourlyAt = performance.now() + HOUR_MS
    } catch (error) {
      context.log.error(error, 'the scheduled jobs of the registry failed')
      context.countFailure('scheduled-job')
    }
  }
}

/** First run soon after the start: a newer registry may have checks of the gate that an older one never ran. */
async function eachHour(context: RegistryContext): Promise<void> {
  for (const { environment } of await listEnvironments(context.db)) keepCurrent(context, environment)
  await forgetOld(context.db, context.now())
  // If the store fails, it is tried again in an hour; everything else is done.
  await deleteFiles(context.db, context.files).catch((error) => {
    context.log.error(error, 'files of removed releases are left, and are deleted in an hour at the latest')
    context.countFailure(error instanceof StorageFailed ? 'storage' : 'scheduled-job')
  })
}
