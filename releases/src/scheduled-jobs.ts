import { setTimeout as wait } from 'node:timers/promises'
import { forgetExchanged } from './access/identities'
import { deleteFiles } from './clean-up/clean-up'
import type { RegistryContext } from './context'
import { listEnvironments } from './environments/environments'
import { forgetOld } from './evidence/diagnostics'
import { keepCurrent } from './gate/keep-current'
import { handlers } from './handlers'
import { forgetSent, sendDue } from './notifications/send-due'
import { advanceStrategies, judgeCandidates } from './rollouts/automatic-changes'
import { forgetMade, type Make, makeDueChanges } from './schedule/due-changes'
import { StorageFailed } from './storage'

const EVERY_MS = 1000
const HOUR_MS = 3_600_000

/** Runs all jobs repeatedly, one run after the other. Returns a function that stops them and resolves once the last run has ended. */
export function startScheduledJobs(context: RegistryContext): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  // A change that is due may wait for the gate, and a webhook for its target: nothing else waits for those.
  const ended = Promise.all([
    runJobs(context, signal),
    runAlone(context, signal, {
      job: () => makeScheduled(context),
      failed: 'scheduled changes could not be made, and are tried again',
    }),
    runAlone(context, signal, {
      job: () => sendDue(context, signal),
      failed: 'notifications could not be read, and are tried again',
    }),
  ])
  return async () => {
    stopping.abort()
    await ended
  }
}

type AnyHandler = (context: RegistryContext, input: object, exchange: object) => Promise<unknown>

/** As if its token sent the call now. */
const make: Make = (context, { call, environment, part, input, reason }, caller) => {
  const about = { environment, ...(part !== null && { part }), ...(reason !== null && { reason }) }
  return (handlers[call] as AnyHandler)(context, { ...input, ...about, by: caller.name }, { request: { caller } })
}

/** Makes every scheduled change whose time has come. */
export const makeScheduled = (context: RegistryContext): Promise<void> => makeDueChanges(context, make)

/** Runs a job repeatedly, whatever becomes of it. */
async function runAlone(
  context: RegistryContext,
  signal: AbortSignal,
  { job, failed }: { job: () => Promise<void>; failed: string },
): Promise<void> {
  while (await wait(EVERY_MS, true, { signal }).catch(() => false)) {
    try {
      await job()
    } catch (error) {
      context.log.error(error, failed)
      context.countFailure('scheduled-job')
    }
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
  await forgetMade(context)
  await forgetExchanged(context)
  await forgetSent(context)
  // If the store fails, it is tried again in an hour; everything else is done.
  await deleteFiles(context.db, context.files).catch((error) => {
    context.log.error(error, 'files of removed releases are left, and are deleted in an hour at the latest')
    context.countFailure(error instanceof StorageFailed ? 'storage' : 'scheduled-job')
  })
}
