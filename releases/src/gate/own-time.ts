import { readFile } from 'node:fs/promises'
import { withStarted } from '@marram/rendering/processes'
import type { Ask } from '@marram/rendering/render-messages'
import { RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'

/** Linux counts processor time in these, whatever its own clock does. */
const TICK_MS = 10
/** A process that had so much of the time for itself was not kept from its work by others. */
const OWN_SHARE = 0.25

/** It was late, and used the time itself: another try at once would most likely end as this one did. */
export class TookTooLong extends RenderTimeout {}

/** As the process's own `ask`; throws TookTooLong where it used the processor itself. */
export async function askWithin<Response>(worker: RenderWorker, ask: Ask, ms: number): Promise<Response> {
  const before = await processorMs(worker.pid)
  try {
    return await worker.ask<Response>(ask, ms)
  } catch (error) {
    if (!(error instanceof RenderTimeout) || before === undefined) throw error
    const after = await processorMs(worker.pid)
    if (after === undefined || after - before < ms * OWN_SHARE) throw error
    throw new TookTooLong(error.message, { cause: error })
  }
}

/** Milliseconds of processor time of a process; undefined where the system does not say, as only Linux does. */
async function processorMs(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined) return undefined
  const all = await Promise.all(withStarted(pid).map(ticksOf))
  const ticks = all.reduce((sum, each) => sum + each, 0)
  return Number.isFinite(ticks) ? ticks * TICK_MS : undefined
}

async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name of the program, in brackets, may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields?.[11]) + Number(fields?.[12])
}
