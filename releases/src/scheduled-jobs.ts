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

/** Runs all jobs again and again, one round after the other. Returns what stops them and resolves once the last round has ended. */
export function startScheduledJobs(context: RegistryContext): () => Promise<void> {
  const stopping = new AbortController()
  const ended = runRounds(context, stopping.signal)
  return () => {
    stopping.abort()
    return ended
  }
}

async function runRounds(context: RegistryContext, signal: AbortSignal): Promise<void> {
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
      context.countFailure('round')
    }
  }
}

/** The first time soon after the start: a newer registry may ask the gate for what an older one never looked at. */
async function eachHour(context: RegistryContext): Promise<void> {
  for (const { environment } of await listEnvironments(context.db)) keepCurrent(context, environment)
  await forgetOld(context.db, context.now())
  // A store that fails is tried again in an hour; everything else is done.
  await deleteFiles(context.db, context.files).catch((error) => {
    context.log.error(error, 'files of removed releases are left, and are deleted in an hour at the latest')
    context.countFailure(error instanceof StorageFailed ? 'storage' : 'round')
  })
}
