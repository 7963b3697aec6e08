import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../workspace'
import { auditDependencies, readAudit } from './audit'

const advisory = (severity: string) => ({
  module_name: 'fastify',
  severity,
  title: 'a hole',
  url: 'https://advisories.example/1',
  vulnerable_versions: '<99',
})
const report = (...severities: string[]) => ({
  stdout: JSON.stringify({ advisories: Object.fromEntries(severities.map(advisory).entries()), metadata: {} }),
  stderr: 'a warning of the tool',
})
const away = {
  stdout: '',
  stderr: `Error: ERR_PNPM_AUDIT_BAD_RESPONSE

  × The audit endpoint (at https://packages.example/-/npm/v1/security/
  │ advisories/bulk) responded with 405:
`,
}

describe('a response of the package registry', () => {
  it('fails the check by what is high or critical, and by nothing else', () => {
    const found = (severity: string) => `fastify <99 (${severity}): a hole https://advisories.example/1`
    expect(readAudit(report('low', 'high', 'moderate', 'critical'))).toEqual({
      ok: false,
      output: `${found('high')}\n${found('critical')}`,
    })
    expect(readAudit(report('moderate'))).toEqual({ ok: true, output: '' })
  })

  it.each([
    ['refuses', away, ' (The audit endpoint responded with 405). '],
    ['cannot be started', { stdout: '', stderr: '' }, 'security holes. '],
    ['responds with something else', { stdout: '{}', stderr: '' }, 'security holes. '],
  ])('is missing where it %s: that is reported, and fails nothing', (_, output, reason) =>
    expect(readAudit(output)).toEqual({ ok: true, output: '', notDone: expect.stringContaining(reason) }),
  )
})

it('what servers are run with is among the dependencies that are asked about', () => {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  expect(dependencies).toHaveProperty('tsx')
})

describe('the dependencies', () => {
  let folder: string
  let asked: number
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-audit-'))
    asked = 0
    fs.writeFileSync(path.join(folder, 'lock'), 'one')
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))
  const audit = (output: { stdout: string; stderr: string }, now = 0) =>
    auditDependencies({
      stamp: path.join(folder, 'stamp'),
      lockFile: path.join(folder, 'lock'),
      now,
      ask: () => {
        asked += 1
        return output
      },
    })
  const HOUR = 3_600_000

  it('are asked about once a day, and again when they change', () => {
    expect(audit(report()).ok).toBe(true)
    expect(audit(report('high'), 23 * HOUR).ok).toBe(true)
    expect(asked).toBe(1)
    expect(audit(report('high'), 25 * HOUR).ok).toBe(false)
    fs.writeFileSync(path.join(folder, 'lock'), 'two')
    expect(audit(report(), HOUR).ok).toBe(true)
    expect(asked).toBe(3)
  })

  it('are asked about again at once where something was found, or there was no response', () => {
    for (const output of [report('high'), away, report('critical')]) audit(output)
    expect(asked).toBe(3)
  })
})
