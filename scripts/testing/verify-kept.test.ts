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

it('keeps what was found of a site, in the order that is asked for', () => {
  keep(folder, { site: 'a1', kind: 'slow and rare', found: found('rare') })
  keep(folder, { site: 'a1', kind: 'faults, outages, axe', found: found('faults') })
  keep(folder, { site: 'a1', kind: 'slow and rare', found: found('rare again') })
  const kinds = ['faults, outages, axe', 'thirty releases', 'slow and rare']
  expect(keptOf(folder, 'a1', kinds)).toEqual([found('faults'), found('rare again')])
})

it('mixes nothing with what was found of another site', () => {
  keep(folder, { site: 'a1', kind: 'thirty releases', found: found('before') })
  keep(folder, { site: 'b2', kind: 'slow and rare', found: found('now') })
  const kinds = ['thirty releases', 'slow and rare']
  expect([keptOf(folder, 'a1', kinds), keptOf(folder, 'b2', kinds)]).toEqual([[], [found('now')]])
})

it('knows the site of a commit, which tests and documents do not change, and of nothing that no commit has', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@x.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  const commit = (name: string) => {
    write(name, String(Math.random()))
    git('add', '.')
    git('commit', '-qm', 'Change')
    return cleanCommit(folder, 'results.md')
  }
  expect(cleanCommit(folder, 'results.md')).toBeUndefined()
  git('init', '-q')
  write('results.md', '')
  const first = commit('edge/src/source.ts')
  expect(git('rev-parse', 'HEAD')).toContain(first?.commit)
  write('results.md', '| held |')
  expect(cleanCommit(folder, 'results.md')).toEqual(first)
  for (const name of [
    'edge/src/source.test.ts',
    'e2e/journeys/news.spec.ts',
    'docs/käse.md',
    'scripts/testing/test.ts',
  ]) {
    const next = commit(name)
    expect(next?.site, name).toBe(first?.site)
    expect(next?.commit, name).not.toBe(first?.commit)
  }
  for (const name of ['edge/src/source.ts', 'mfe-news/news.css', 'e2e/fixtures/site.ts', 'scripts/start/site.ts'])
    expect(commit(name)?.site, name).not.toBe(first?.site)
  write('edge/src/source.ts', '')
  expect(cleanCommit(folder, 'results.md')).toBeUndefined()
})
