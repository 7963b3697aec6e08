import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { expect, it } from 'vitest'
import { endAtOnce, hiddenFrom, sandboxLevel, sandboxReport, withoutNetwork, withStarted } from './processes'

it.each([
  ['all', 'info', 'trials have no network; render processes see no other process, no socket in /run'],
  ['network', 'warn', 'trials have no network; this system does not hide other processes and their sockets'],
  ['none', 'warn', 'this system cannot start processes without a network: in render processes and trials'],
] as const)('reports which isolation is available: %s', (which, level, words) => {
  expect(sandboxReport(which)).toEqual({ level, sandbox: which, message: expect.stringContaining(words) })
})

it('reports what this system allows', () => {
  expect(sandboxReport()).toEqual(sandboxReport(sandboxLevel()))
  expect(withoutNetwork().length > 0).toBe(sandboxLevel() !== 'none')
})

it.runIf(fs.existsSync('/tmp'))('hides no folder that a process needs', () => {
  expect(hiddenFrom(['/home/marram/data', '/tmpfs/node'])).toContain('/tmp')
  expect(hiddenFrom(['/home/marram/data', '/tmp/builds'])).not.toContain('/tmp')
  expect(hiddenFrom(['/tmp'])).not.toContain('/tmp')
})

// Other systems do not report the children of a process.
it.runIf(process.platform === 'linux')('ends the children of a process, which the process then cleans up', async () => {
  const child = spawn('/bin/sh', ['-c', 'sleep 1000; echo ended'], { stdio: ['ignore', 'pipe', 'ignore'] })
  await expect.poll(() => withStarted(child.pid as number).length).toBe(2)
  const ended = once(child.stdout, 'data')
  endAtOnce(child)
  expect(String(await ended)).toBe('ended\n')
})
