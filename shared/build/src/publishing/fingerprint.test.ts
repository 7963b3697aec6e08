import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkoutOf, sourceRevision } from '../bundling/sources'
import { sourceVersion } from './build-part'
import { sourceFingerprint } from './fingerprint'

let root: string
const write = (file: string, contents: string | object) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), typeof contents === 'string' ? contents : JSON.stringify(contents))
}
const git = (args: string[], date = '2026-11-19T10:00:00Z') =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
    ...{ cwd: root, encoding: 'utf8', stdio: 'pipe' },
    env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  }).trim()
const fingerprint = (folder = 'mfe-events', kind = 'production') => sourceFingerprint(path.join(root, folder), kind)

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-fingerprint-'))
  write('mfe-events/package.json', {
    dependencies: { '@marram/ui': '1.0.0', '@marram/cli': '1.0.0' },
    devDependencies: { '@marram/build': '1.0.0' },
  })
  write('mfe-events/src/section.ts', 'export const pages = {}')
  // As a package manager with hoisting leaves them.
  for (const name of ['ui', 'html', 'build', 'testing', 'cli', 'releases', 'packing']) {
    write(`node_modules/@marram/${name}/package.json`, {
      ...(name === 'ui' && {
        dependencies: { '@marram/html': '1.0.0' },
        devDependencies: { '@marram/testing': '1.0.0' },
      }),
      ...(name === 'cli' && { dependencies: { '@marram/releases': '1.0.0' } }),
    })
    write(`node_modules/@marram/${name}/src/it.ts`, name)
  }
  write('pnpm-lock.yaml', 'lockfileVersion: 1')
})
afterEach(() => {
  vi.unstubAllEnvs()
  fs.rmSync(root, { recursive: true })
})

it.each([
  ['the sources', 'mfe-events/src/section.ts'],
  ['a package of ours', 'node_modules/@marram/ui/src/it.ts'],
  ['a package that it is built with', 'node_modules/@marram/build/src/it.ts'],
  ['a package that another one needs', 'node_modules/@marram/html/src/it.ts'],
  ['what is installed', 'pnpm-lock.yaml'],
  ['a new source', 'mfe-events/src/more.ts'],
])('changes when %s changed', (_, file) => {
  const before = fingerprint()
  write(file, 'edited')
  expect(fingerprint()).not.toBe(before)
  expect(fingerprint('mfe-events', 'development')).not.toBe(fingerprint())
})

it.each([
  ['a test', 'mfe-events/src/section.test.ts'],
  ['an earlier build', 'mfe-events/dist/release.json'],
  ['the program that publishes', 'node_modules/@marram/build/src/publishing/it.ts'],
  ['the dev server', 'node_modules/@marram/build/src/dev/it.ts'],
  ['the command line', 'node_modules/@marram/cli/src/it.ts'],
  ['what the command line needs', 'node_modules/@marram/releases/src/it.ts'],
  ['what another package is tested with', 'node_modules/@marram/testing/src/it.ts'],
])('stays the same when %s changed', (_, file) => {
  const before = fingerprint()
  write(file, 'edited')
  expect(fingerprint()).toBe(before)
})

it.each([
  ['the program that publishes', 'node_modules/@marram/build/src/publishing/it.ts'],
  ['the command line', 'node_modules/@marram/cli/src/it.ts'],
  ['what the command line needs', 'node_modules/@marram/releases/src/it.ts'],
])('changes when %s changed, for a part that releases packages', (_, file) => {
  write('mfe-events/package.json', {
    dependencies: { '@marram/cli': '1.0.0', '@marram/packing': '1.0.0', '@marram/build': '1.0.0' },
  })
  const before = fingerprint()
  write(file, 'edited')
  expect(fingerprint()).not.toBe(before)
})

it('includes the nearest lock file, of any kind', () => {
  write('mfe-events/package-lock.json', { lockfileVersion: 3 })
  const before = fingerprint()
  write('pnpm-lock.yaml', 'edited')
  expect(fingerprint()).toBe(before)
  write('mfe-events/package-lock.json', 'edited')
  expect(fingerprint()).not.toBe(before)
})

it('includes the installed versions when there is no lock file', () => {
  fs.rmSync(path.join(root, 'pnpm-lock.yaml'))
  write('mfe-events/package.json', { dependencies: { react: '*' } })
  const missing = fingerprint()
  const installed = (version: string) => {
    write('node_modules/react/package.json', { name: 'react', version })
    return fingerprint()
  }
  const [first, second] = [installed('19.3.0'), installed('19.3.1')]
  expect(new Set([missing, first, second]).size).toBe(3)
  expect(installed('19.3.0')).toBe(first)
})

it('does not depend on the place of the folder', () => {
  const before = fingerprint()
  fs.renameSync(path.join(root, 'mfe-events'), path.join(root, 'checkout'))
  expect(fingerprint('checkout')).toBe(before)
})

it('has the time of the last relevant commit, on every machine, or else that of the build', () => {
  const folder = path.join(root, 'mfe-events')
  const commit = (date: string, file: string) => {
    write(file, date)
    git(['add', '.'])
    git(['commit', '-qm', 'x'], date)
    return checkoutOf(folder)?.committedAt?.toISOString()
  }
  git(['init', '-q'])
  expect(checkoutOf(folder)).toBeUndefined()
  expect(commit('2026-11-20T10:00:00Z', 'mfe-events/src/more.ts')).toBe('2026-11-20T10:00:00.000Z')
  expect(commit('2026-11-21T10:00:00Z', 'mfe-quiz/src/section.ts')).toBe('2026-11-20T10:00:00.000Z')
  expect(commit('2026-11-22T10:00:00Z', 'node_modules/@marram/html/src/it.ts')).toBe('2026-11-22T10:00:00.000Z')
  write('mfe-events/package.json', { version: '1.4.0' })
  expect(commit('2026-11-23T10:00:00Z', 'pnpm-lock.yaml')).toBe('2026-11-23T10:00:00.000Z')
  const copy = `${root}-copy`
  execFileSync('git', ['clone', '-q', root, copy], { stdio: 'pipe' })
  const named = [folder, path.join(copy, 'mfe-events')].map((each) => sourceVersion(each))
  fs.rmSync(copy, { recursive: true })
  expect(named[0]).toMatch(/^1\.4\.0-t20261123100000\.g[0-9a-f]{8}$/)
  expect(named[1]).toBe(named[0])
})

it('names the commit, and says where anything that the build is made of differs from it', () => {
  const folder = path.join(root, 'mfe-events')
  vi.stubEnv('GIT_CEILING_DIRECTORIES', path.dirname(root))
  expect(sourceRevision(folder)).toBeNull()
  git(['init', '-q'])
  write('pnpm-lock.yaml', 'one')
  git(['add', '.'])
  git(['commit', '-qm', 'x'])
  const revision = git(['rev-parse', 'HEAD'])
  write('mfe-quiz/src/section.ts', 'not committed')
  expect(sourceRevision(folder)).toBe(revision)
  for (const file of ['mfe-events/src/more.ts', 'node_modules/@marram/html/src/it.ts', 'pnpm-lock.yaml']) {
    write(file, 'not committed')
    expect(sourceRevision(folder)).toBe(`${revision}-dirty`)
    git(['checkout', '-q', '.'])
    git(['clean', '-qf', 'mfe-events', 'node_modules'])
    expect(sourceRevision(folder)).toBe(revision)
  }
})

it('does not name a commit for what a package outside of the checkout takes part in', () => {
  const folder = path.join(root, 'mfe-events')
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-linked-'))
  fs.writeFileSync(path.join(outside, 'package.json'), '{}')
  fs.rmSync(path.join(root, 'node_modules/@marram/ui'), { recursive: true })
  fs.symlinkSync(outside, path.join(root, 'node_modules/@marram/ui'))
  git(['init', '-q'])
  git(['add', '.'])
  git(['commit', '-qm', 'x'])
  expect(sourceRevision(folder)).toBe(`${git(['rev-parse', 'HEAD'])}-dirty`)
  fs.rmSync(outside, { recursive: true })
})
