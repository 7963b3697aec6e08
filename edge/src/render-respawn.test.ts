import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RenderPool } from './render-pool'
import { fakeLog } from './testing/fake-log'

const system = vi.hoisted(() => ({ failures: 0 }))
vi.mock('node:child_process', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:child_process')>()
  /** Throws for render processes as Node does where `fork` of the system fails. */
  const spawn = (command: string, args: string[], options: object) => {
    const isRendering = args.some((each) => each.endsWith('render-process.mjs'))
    if (isRendering && system.failures > 0) {
      system.failures -= 1
      throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
    }
    return real.spawn(command, args, options)
  }
  return { ...real, spawn }
})

const logged = fakeLog()
const rest = { log: logged.log, onReport: () => {} }
let folder: string
let pool: RenderPool
beforeEach(() => {
  logged.lines.length = 0
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-respawn-'))
  pool = new RenderPool({ processes: 2, memoryMb: 64, timeoutMs: 500, folder, ...rest })
})
afterEach(() => {
  pool.stop()
  fs.rmSync(folder, { recursive: true })
})

it('starts render processes later where the system cannot now', async () => {
  system.failures = 3
  await pool.start()
  expect(pool.size).toBe(0)
  await expect.poll(() => pool.size, { timeout: 10_000 }).toBe(2)
  expect(logged.messages()).toEqual(Array(3).fill('a render process could not be started'))
})

it('starts none after it was stopped', async () => {
  system.failures = 2
  await pool.start()
  pool.stop()
  system.failures = 1
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(system.failures).toBe(1)
})

it('does not start at all with a folder that no process may be given', async () => {
  const odd = new RenderPool({ processes: 1, memoryMb: 64, timeoutMs: 500, folder: `${folder}/*`, ...rest })
  await expect(odd.start()).rejects.toThrow('may not have a * in its name')
  odd.stop()
})

it('blames no build for it', async () => {
  system.failures = 4
  await pool.start()
  const build = { part: 'shell', version: '1.0.0', file: path.join(folder, 'none.js'), integrity: '' }
  const configuration = { apiBase: '', mediaHost: '', origin: '' }
  const tried = pool.tryLink({ kind: 'link', shell: build, section: undefined, apiUrl: '', configuration })
  await expect(tried).rejects.toMatchObject({ name: 'RenderProcessEnded', message: 'spawn ENOMEM' })
})
