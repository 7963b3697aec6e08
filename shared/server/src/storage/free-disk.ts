import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gauge, type Metrics } from '../process/metrics'
import { within } from '../process/within'

export type FreeDisk = ReturnType<typeof freeDisk>

const GB = 1024 ** 3
/** Less free space is a warning; on a smaller disk, less than a tenth of it. */
const LOW_BYTES = 2 * GB
const WITHIN_MS = 2000

/** `low` is a warning. Below a quarter of that it is `full`: uploads are refused, so that everything else still works. */
export type DiskState = 'ok' | 'low' | 'full' | 'unknown'

/** Watches the disk of a service's folder, even before that exists: database, files and logs are mostly on one. */
export function freeDisk(folder: string, metrics: Metrics, look: typeof lookAt = lookAt) {
  /** The state after so many more bytes. */
  async function measure(bytes = 0): Promise<{ state: DiskState; freeBytes: number }> {
    const { free, size } = await within(WITHIN_MS, look(folder))
    const freeBytes = free - bytes
    const low = Math.min(LOW_BYTES, size / 10)
    if (freeBytes >= low) return { state: 'ok', freeBytes }
    return { state: freeBytes < low / 4 ? 'full' : 'low', freeBytes }
  }
  /** For `/healthz`. The disk may not respond. */
  const health = () => measure().catch(() => ({ state: 'unknown' as const, freeBytes: null }))
  const room = async () => (await health()).freeBytes ?? Number.NaN
  gauge(metrics, 'marram_disk_free_bytes', 'Room on the disk of the data folder.', room)
  gauge(
    metrics,
    'marram_disk_low',
    '1 where less than 2 GB or a tenth of that disk is free, 2 where images and releases are refused for it, else 0.',
    async () => ({ ok: 0, low: 1, full: 2, unknown: Number.NaN })[(await health()).state],
  )
  return {
    health,
    /** Whether so many more bytes would leave too little for everything else. Rejects if the disk does not respond. */
    isFull: async (bytes = 0) => (await measure(bytes)).state === 'full',
  }
}

/** Free space of the folder, or of the nearest existing folder above it. */
export async function lookAt(folder: string): Promise<{ free: number; size: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch (error) {
    const above = dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    return lookAt(above)
  }
}
