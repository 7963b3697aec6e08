import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMetrics } from '../process/metrics'
import { freeDisk } from './free-disk'

const GB = 1024 ** 3

it.each([
  // On a large disk the limits are 2 GB and 512 MB.
  [100 * GB, 2 * GB, 'ok', 0],
  [100 * GB, 2 * GB - 1, 'low', 1],
  [100 * GB, 0.5 * GB, 'low', 1],
  [100 * GB, 0.5 * GB - 1, 'full', 2],
  // On a small one they are a tenth of it and a fortieth.
  [GB, 0.1 * GB, 'ok', 0],
  [GB, 0.09 * GB, 'low', 1],
  [GB, 0.024 * GB, 'full', 2],
  [GB, 0, 'full', 2],
])('a disk of %s bytes with %s free is %s', async (size, freeBytes, state, shown) => {
  const metrics = createMetrics()
  const disk = freeDisk('', metrics, async () => ({ free: freeBytes, size }))
  expect(await disk.health()).toEqual({ state, freeBytes })
  expect(await disk.isFull()).toBe(state === 'full')
  const text = await metrics.metrics()
  expect(text).toMatch(new RegExp(`^marram_disk_low ${shown}$`, 'm'))
  expect(text).toContain('\nmarram_disk_free_bytes ')
})

it('includes what is about to be written', async () => {
  const disk = freeDisk('', createMetrics(), async () => ({ free: GB, size: 100 * GB }))
  expect([await disk.isFull(0.4 * GB), await disk.isFull(0.6 * GB)]).toEqual([false, true])
})

it('uses the parent folder when the folder does not exist yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-disk-'))
  const { freeBytes } = await freeDisk(join(folder, 'not/made/yet'), createMetrics()).health()
  rmSync(folder, { recursive: true })
  expect(freeBytes).toBeGreaterThan(0)
})

it('is unknown when the disk does not respond, and the other figures are still sent', async () => {
  const metrics = createMetrics()
  const disk = freeDisk('', metrics, () => Promise.reject(new Error('no response')))
  expect(await disk.health()).toEqual({ state: 'unknown', freeBytes: null })
  expect(await metrics.metrics()).toMatch(/^marram_disk_low Nan$/m)
})
