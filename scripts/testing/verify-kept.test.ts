import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { cleanCommit, type Found, keep, keptOf } from './verify-kept'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-kept-'))
  return () => fs.rmSync(folder, { recursive: true })
})

const found = (what: string): Found => ({
  rows: [{ what, status: 'held', note: '' }],
  ran: { name: what, count: { passed: 1, failed: 0, skipped: 0 }, ms: 5 },
})

it('keeps what was found of a commit, in the order that is asked for', () => {
  keep(folder, { commit: 'a1', kind: 'slow and rare', found: found('rare') })
  keep(folder, { commit: 'a1', kind: 'faults, outages, axe', found: found('faults') })
  keep(folder, { commit: 'a1', kind: 'slow and rare', found: found('rare again') })
  const kinds = ['faults, outages, axe', 'rehearsal', 'slow and rare']
  expect(keptOf(folder, 'a1', kinds)).toEqual([found('faults'), found('rare again')])
})

it('mixes nothing with what was found of another commit', () => {
  keep(folder, { commit: 'a1', kind: 'rehearsal', found: found('before') })
  keep(folder, { commit: 'b2', kind: 'slow and rare', found: found('now') })
  const kinds = ['rehearsal', 'slow and rare']
  expect([keptOf(folder, 'a1', kinds), keptOf(folder, 'b2', kinds)]).toEqual([[], [found('now')]])
})

it('knows the commit of sources only while nothing but the results differs from it', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@x.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)
  expect(cleanCommit(folder, 'results.md')).toBeUndefined()
  git('init', '-q')
  write('source.ts', '1')
  write('results.md', '')
  git('add', '.')
  git('commit', '-qm', 'Begin')
  const head = git('rev-parse', 'HEAD').trim()
  write('results.md', '| held |')
  expect(cleanCommit(folder, 'results.md')).toBe(head)
  write('source.ts', '2')
  expect(cleanCommit(folder, 'results.md')).toBeUndefined()
})
