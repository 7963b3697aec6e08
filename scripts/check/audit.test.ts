import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../workspace'
import { type Accepted, auditDependencies, judged } from './audit'

const advisory = (severity: string) => ({
  module_name: 'fastify',
  severity,
  title: 'a hole',
  url: 'https://advisories.example/1',
  vulnerable_versions: '<99',
  findings: [{ version: '5.0.0' }],
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

describe('a critical vulnerability', () => {
  const url = 'https://advisories.example/1'
  const fault = { name: 'fastify', versions: ['5.0.0'], severity: 'high', title: 'a hole', url }
  const today = Date.parse('2026-11-23T12:00:00Z')
  const found = `fastify 5.0.0 (high): a hole ${url}`

  it.each([
    ['is accepted by nobody', [], found],
    ['is accepted until today', [{ url, reason: 'not reached', until: '2026-11-23' }], ''],
    [
      'was accepted until yesterday',
      [{ url, reason: 'not reached', until: '2026-11-22' }],
      `${found}; it was accepted until 2026-11-22`,
    ],
    ['is accepted without a reason', [{ url, reason: ' ', until: '2026-12-31' }], found],
    ['is accepted for ever', [{ url, reason: 'why not', until: 'z' }], `${found}; it was accepted until z`],
    ['is not the one that is accepted', [{ url: `${url}2`, reason: 'not reached', until: '2026-12-31' }], found],
  ])('that %s', (_, accepted, output) =>
    expect(judged([fault], accepted, today)).toEqual({ ok: output === '', output }),
  )
})

it('the audit covers the dependencies that servers run with', () => {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  expect(dependencies).toHaveProperty('tsx')
})

describe('the audit of dependencies', () => {
  let folder: string
  let asked: number
  let accepted: Accepted[]
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-audit-'))
    asked = 0
    fs.writeFileSync(path.join(folder, 'lock'), 'one')
    fs.writeFileSync(path.join(folder, 'answer'), '{ "askedAt": null, "faults": [] }')
    accepted = []
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))
  const audit = (output: { stdout: string; stderr: string }, now = 0) =>
    auditDependencies({
      stamp: path.join(folder, 'stamp'),
      lockFile: path.join(folder, 'lock'),
      resultFile: path.join(folder, 'answer'),
      accepted,
      now,
      ask: () => {
        asked += 1
        return output
      },
    })
  const HOUR = 3_600_000

  it('runs once a day, and again when the dependencies change', () => {
    expect(audit(report()).ok).toBe(true)
    expect(audit(report('high'), 23 * HOUR).ok).toBe(true)
    expect(asked).toBe(1)
    expect(audit(report('high'), 25 * HOUR).ok).toBe(false)
    fs.writeFileSync(path.join(folder, 'lock'), 'two')
    expect(audit(report(), HOUR).ok).toBe(true)
    expect(asked).toBe(3)
  })

  it('runs again at once when something was found, or there was no response', () => {
    for (const output of [report('high'), away, report('critical')]) audit(output)
    expect(asked).toBe(3)
  })

  it('fails the check for high or critical vulnerabilities only', () => {
    const found = (severity: string) => `fastify 5.0.0 (${severity}): a hole https://advisories.example/1`
    expect(audit(report('low', 'high', 'moderate', 'critical'))).toEqual({
      ok: false,
      output: `${found('high')}\n${found('critical')}`,
    })
    expect(audit(report('moderate'))).toEqual({ ok: true, output: '' })
  })

  it.each([
    ['refuses', away, ' (The audit endpoint responded with 405). No list was ever noted. '],
    ['cannot be started', { stdout: '', stderr: '' }, 'security holes. No list'],
    ['responds with something else', { stdout: '{}', stderr: '' }, 'security holes. No list'],
  ])('gives no verdict when the registry %s: it reports that, and fails nothing', (_, output, reason) =>
    expect(audit(output)).toEqual({ ok: true, output: '', notDone: expect.stringContaining(reason) }),
  )

  it('uses the last list when there is no newer one, for packages that are still installed', () => {
    fs.writeFileSync(path.join(folder, 'lock'), "  'fastify@5.0.0':\n")
    expect(audit(report('high'))).toMatchObject({ ok: false })
    const later = audit(away, 10 * 24 * HOUR)
    expect(later).toMatchObject({ ok: false, output: expect.stringContaining('fastify 5.0.0 (high)') })
    expect(later.notDone).toContain('The last list is 10 days old (1970-01-01) and was judged instead.')
    accepted = [{ url: 'https://advisories.example/1', reason: 'not reached', until: '1970-01-11' }]
    expect(audit(away, 10 * 24 * HOUR).ok).toBe(true)
    expect(audit(away, 11 * 24 * HOUR).ok).toBe(false)
    fs.writeFileSync(path.join(folder, 'lock'), "  'fastify@5.0.01':\n  'fastify@5.0.1':\n")
    expect(audit(away, 11 * 24 * HOUR)).toMatchObject({ ok: true, notDone: expect.stringContaining('11 days old') })
  })
})
