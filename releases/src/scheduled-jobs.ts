import { deleteFiles } from './clean-up/delete-files'
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
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let hourlyAt = 0
  let round: Promise<void> = Promise.resolve()
  const oneRound = async () => {
    await judgeCandidates(context)
    await advanceStrategies(context)
    if (performance.now() < hourlyAt) return
    await eachHour(context)
    hourlyAt = performance.now() + HOUR_MS
  }
  const next = () => {
    timer = setTimeout(() => {
      round = oneRound()
        .catch((error) => {
          context.log.error(error, 'the scheduled jobs of the registry failed')
          context.countFailure('round')
        })
        .finally(() => stopped || next())
    }, EVERY_MS)
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await round
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
