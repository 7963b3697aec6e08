import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compositionFor } from '@marram/release-contract/composition'
import { residentBytes } from '@marram/rendering/processes'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { fakeShell, hang, noApi } from '../testing/fake-releases'
import { RenderPool } from './render-pool'

const NOTHING = { apiBase: '', mediaHost: '', origin: '' }
const tooMany = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
afterEach(() => vi.restoreAllMocks())

describe('the memory of a process', () => {
  it.runIf(process.platform === 'linux')('is read', async () => {
    expect(await residentBytes(process.pid, () => {})).toBeGreaterThan(1024 * 1024)
  })

  it('is unknown after it has ended, without a report', async () => {
    const onFailure = vi.fn()
    expect(await residentBytes(2 ** 30, onFailure)).toBeUndefined()
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('is unknown when too many files are open', async () => {
    vi.spyOn(fs, 'readFile').mockRejectedValue(tooMany)
    const onFailure = vi.fn()
    expect(await residentBytes(process.pid, onFailure)).toBeUndefined()
    expect(onFailure).toHaveBeenCalledWith(tooMany)
  })
})

it('too many open files end no render pool, and are reported once', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'marram-files-'))
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const { log, messages } = fakeLog()
  const settings = { processes: 1, memoryMb: 64, timeoutMs: 1000, folder, log, callApi: noApi, onReport: () => {} }
  const pool = new RenderPool(settings)
  const read = vi.spyOn(fs, 'readFile').mockRejectedValue(tooMany)
  try {
    pool.start()
    const { manifest, files } = fakeShell('1.0.0', { server: hang() })
    const file = path.join(folder, 'shell.js')
    await fs.writeFile(file, files['server/index.js'] as Buffer)
    const integrity = manifest.files['server/index.js']?.integrity as string
    const shell = { part: 'shell', version: '1.0.0', file, integrity }
    const composition = compositionFor('one', manifest, {}, {})
    const tried = pool.tryOut({ composition, configuration: NOTHING, shell })
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(2)
    await wait(50)
    expect(messages()).toEqual(['the memory of render processes cannot be read'])
    expect(unhandled).not.toHaveBeenCalled()
    pool.stop()
    await expect(tried).rejects.toThrow()
  } finally {
    pool.stop()
    process.off('unhandledRejection', unhandled)
    await fs.rm(folder, { recursive: true })
  }
})
