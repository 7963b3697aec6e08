import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compositionFor } from '@marram/release-contract/composition'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { fakeShell, noApi } from '../testing/fake-releases'
import { RenderPool } from './render-pool'

const system = vi.hoisted(() => ({ failures: 0 }))
vi.mock('node:child_process', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:child_process')>()
  /** Throws for render processes as Node does when `fork` of the system fails. */
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
const rest = { log: logged.log, callApi: noApi, onReport: () => {} }
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

const shell = fakeShell()
function open(): void {
  const file = path.join(folder, 'shell.js')
  fs.writeFileSync(file, shell.files['server/index.js'] as Buffer)
  const integrity = shell.manifest.files['server/index.js']?.integrity as string
  pool.openComposition({ ...message, shell: { part: 'shell', version: '1.0.0', file, integrity }, sections: {} })
}
const message = {
  composition: compositionFor('one', shell.manifest, {}, {}),
  configuration: { apiBase: '', mediaHost: '', origin: '' },
}

it('starts render processes later when the system cannot now, and reports itself unable meanwhile', async () => {
  pool.start()
  open()
  expect(pool.isAble).toBe(true)
  system.failures = 1
  await expect(pool.appShell('one')).rejects.toMatchObject({ name: 'RenderProcessEnded', message: 'spawn ENOMEM' })
  expect([pool.size, pool.isAble]).toEqual([0, false])
  const html = () => pool.appShell('one').then((page) => page.html.toString(), String)
  // Later: the system is tried again after a moment.
  expect(await html()).toContain('spawn ENOMEM')
  await expect.poll(html).toContain('app shell of one')
  expect([pool.size, pool.isAble]).toEqual([1, true])
  expect(logged.messages()).toEqual(['a render process could not be started'])
})

it('starts none after it was stopped', async () => {
  pool.start()
  open()
  await pool.appShell('one')
  pool.stop()
  await expect(pool.appShell('one')).rejects.toThrow()
  await expect.poll(() => pool.size).toBe(0)
})

it('does not start with a folder that no process may be given', () => {
  const odd = new RenderPool({ processes: 1, memoryMb: 64, timeoutMs: 500, folder: `${folder}/*`, ...rest })
  expect(() => odd.start()).toThrow('may not have a * in its name')
  odd.stop()
})

it('does not blame the build', async () => {
  system.failures = 2
  pool.start()
  const shell = { part: 'shell', version: '1.0.0', file: path.join(folder, 'none.js'), integrity: '' }
  await expect(pool.tryOut({ ...message, shell })).rejects.toMatchObject({
    name: 'RenderProcessEnded',
    message: 'spawn ENOMEM',
  })
})
