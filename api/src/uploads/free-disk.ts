import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Metrics } from '@marram/server/metrics'
import { within } from '@marram/server/within'
import { Gauge } from 'prom-client'
import { Refusal } from '../http/refusal'
import type { RefusedUpload } from './quota'

export type FreeDisk = ReturnType<typeof freeDisk>

/** Room that images leave for everything else on the disk. */
export const FREE_DISK_BYTES = 512 * 1024 * 1024
const WITHIN_MS = 2000
const RETRY_AFTER_S = 600

/** Watches the disk that images are stored on: database, releases and logs are mostly on the same. */
export function freeDisk(folder: string, floor: number, metrics: Metrics, onRefused: (kind: RefusedUpload) => void) {
  new Gauge({
    name: 'marram_disk_free_bytes',
    help: 'Room on the disk for images of visitors; with less than 512 MB none is taken.',
    registers: [metrics],
    async collect() {
      // Where the disk does not respond, the other figures are still sent.
      this.set(await within(WITHIN_MS, freeBytes(folder)).catch(() => Number.NaN))
    },
  })
  const isShort = async (bytes = 0) => (await within(WITHIN_MS, freeBytes(folder))) - bytes < floor
  return {
    /** Whether so many bytes more would leave too little for everything else that is on the disk. */
    isShort,
    async admit(bytes?: number) {
      if (!(await isShort(bytes))) return
      onRefused('disk')
      throw new Refusal(503, 'Images cannot be stored right now. Please try again later.', undefined, RETRY_AFTER_S)
    },
  }
}

/** Of the folder, or of the nearest one above it where it is not made yet. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const above = dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    return freeBytes(above)
  }
}
