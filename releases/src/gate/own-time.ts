import { readFile } from 'node:fs/promises'
import { withStarted } from '@marram/rendering/processes'
import type { Ask } from '@marram/rendering/render-messages'
import { RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'

/** Linux counts processor time in these, whatever its own clock does. */
const TICK_MS = 10
/** A process that had this share of processor time was not delayed by others. */
const OWN_SHARE = 0.25

/** It was late and used the time itself, so an immediate second attempt would most likely end the same way. */
export class TookTooLong extends RenderTimeout {}

/** Like the process's own `ask`, but throws TookTooLong if it used the processor itself. */
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

/** Processor time of a process in milliseconds; undefined on systems other than Linux. */
async function processorMs(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined) return undefined
  const all = await Promise.all(withStarted(pid).map(ticksOf))
  const ticks = all.reduce((sum, each) => sum + each, 0)
  return Number.isFinite(ticks) ? ticks * TICK_MS : undefined
}

async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name of the program, in brackets, may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields?.[11]) + Number(fields?.[12])
}
