import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

it.each(['start', 'dev', 'share', 'test', 'check', 'bench', 'verify', 'store-releases'])(
  '%s prints help and does nothing else',
  (name) => {
    const run = path.join(import.meta.dirname, 'run.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [run, name, '--help'], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: npm (?:run )?[a-z:]+/)
  },
)
