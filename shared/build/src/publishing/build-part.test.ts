import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isBuildOf, runBuild } from './build-part'

let folder: string
const version = '1.0.0-t20261127102232.g891daddf'
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
const commit = () => {
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'one')
}
const isReused = (revision: string | null, built = version) =>
  isBuildOf({ version: built, revision }, { version, folder })

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-built-'))
  vi.stubEnv('GIT_CEILING_DIRECTORIES', path.dirname(folder))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"mfe-dunes"}')
  fs.writeFileSync(path.join(folder, '.gitignore'), 'dist/\n')
})
afterEach(() => {
  vi.unstubAllEnvs()
  fs.rmSync(folder, { recursive: true })
})

it('uses a build of the same sources again, at whatever time it was made', () => {
  expect(isReused(null)).toBe(true)
  expect(isReused(null, '1.0.0-t20261126090000.g891daddf')).toBe(true)
  expect(isReused(null, '1.0.0-t20261127102232.g00000000')).toBe(false)
  expect(isBuildOf(undefined, { version, folder })).toBe(false)
})

it('builds again what was built before its commit, so that a release names that', () => {
  git('init', '--quiet')
  expect([isReused(null), isReused('0123abc-dirty')]).toEqual([true, true])
  commit()
  expect([isReused(null), isReused('0123abc-dirty'), isReused('0123abc')]).toEqual([false, false, true])
  fs.writeFileSync(path.join(folder, 'page.tsx'), 'not committed')
  expect(isReused('0123abc-dirty')).toBe(true)
})

it('gives what its packages run at a build none of the secrets that a release is sent and signed with', async () => {
  const program = path.join(folder, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  fs.mkdirSync(path.dirname(program), { recursive: true })
  fs.writeFileSync(program, "require('fs').writeFileSync('variables.json', JSON.stringify(process.env))")
  const secrets = ['MARRAM_SIGNING_KEY', 'MARRAM_TOKEN', 'MARRAM_ID_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN']
  for (const name of [...secrets, 'OF_THE_TEAM']) vi.stubEnv(name, 'a value')
  await runBuild(folder, { MARRAM_VERSION: '1.0.0' })
  const given = JSON.parse(fs.readFileSync(path.join(folder, 'variables.json'), 'utf8'))
  expect(given).toMatchObject({ OF_THE_TEAM: 'a value', MARRAM_VERSION: '1.0.0' })
  expect(secrets.filter((name) => name in given)).toEqual([])
})
