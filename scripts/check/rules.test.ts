import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkUnused } from './check'
import { checkFolderSizes, MOST_FILES } from './folder-sizes'
import { checkImports } from './import-rules'

const folders: string[] = []

function workspace(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-rules-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  return folder
}

/**
 * A workspace that breaks each rule, with the same folders as ours. A copy outside of ours, as Biome would read all of
 * ours for it, which takes ten times as long.
 */
const fixture = () => {
  const folder = workspace({})
  fs.cpSync(path.join(import.meta.dirname, 'fixture'), folder, { recursive: true })
  return folder
}

const breaches = async (folder: string) => (await checkImports(folder)).output.trim().split('\n')

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

describe('the import rules', () => {
  it('find every breach of the bad example and nothing else', async () => {
    const section = 'a section may import the contracts, sdk and ui'
    expect(await breaches(fixture())).toEqual([
      'e2e/journeys/tides.ts:1: journeys know addresses, not code',
      "e2e/journeys/tides.ts:3: Dependency puppeteer-core isn't specified in e2e/package.json.",
      'edge/src/policy.ts:1: the edge reaches shell and sections only as releases',
      'edge/src/policy.ts:2: drizzle-orm is used by api, releases, shared/server alone',
      'edge/src/releases/release.ts:1: the folder releases may not use main',
      'edge/src/releases/release.ts:2: the folder releases may not use pages',
      'edge/src/telemetry/count.ts:1: the folder telemetry may not use pages',
      'mfe-dunes/src/api.ts:1: axios is used by shared/sdk, shell alone',
      'mfe-dunes/src/layouts/list-layout.tsx:1: react-router is used by nobody',
      'mfe-dunes/src/layouts/list-layout.tsx:2: the folder layouts may not use tides',
      `mfe-dunes/src/section.ts:1: ${section}`,
      `mfe-dunes/src/section.ts:2: ${section}`,
      `mfe-dunes/src/section.ts:5: ${section}`,
      'mfe-dunes/src/section.ts:6: Unnecessary template literal.',
      "mfe-dunes/src/tides/plain.js:1: Dependency got isn't specified in mfe-dunes/package.json.",
      `mfe-dunes/src/walks/walks.tsx:1: ${section}`,
      "mfe-dunes/src/walks/walks.tsx:2: Dependency @marram/testing isn't specified in mfe-dunes/package.json.",
      `mfe-dunes/src/walks/walks.tsx:2: ${section}`,
      "mfe-dunes/src/walks/walks.tsx:3: Dependency dayjs isn't specified in mfe-dunes/package.json.",
      'mfe-dunes/src/walks/walks.tsx:5: react-router-dom is used by shared/sdk, shared/build, shell, bench/one-build, bench/naive-federation, bench/single-spa, releases/console alone',
      'mfe-dunes/src/walks/walks.tsx:8: the folder walks may not use tides',
      'mfe-dunes/src/walks/walks.tsx:9: a relative import must stay inside its package',
      'mfe-tides/src/high.ts:1: This import is part of a cycle.',
      'mfe-tides/src/low.ts:1: This import is part of a cycle.',
      'mfe-tides/src/section.ts:2: a package is imported by the names that it exports',
      'scripts/dev/dev.ts:1: other folders may use of start only site, stopping, variables, ports, build-program.mjs',
      'scripts/start/site.ts:1: the folder start may not use dev',
      'shared/api-contract/src/paths.ts:1: contracts may import zod alone',
      'shared/api-contract/src/paths.ts:2: contracts may import zod alone',
    ])
  })

  it('fail on a folder in which they find no package or no source', async () => {
    expect(await breaches(workspace({}))).toEqual([expect.stringContaining('no package was found')])
    const bare = workspace({ 'edge/package.json': '{"name":"@marram/edge"}', 'edge/src/policy.css': 'a{}' })
    expect((await checkImports(bare)).ok).toBe(false)
  })

  it('fail on a source that they cannot read, instead of passing it', async () => {
    const broken = workspace({ 'edge/package.json': '{"name":"@marram/edge"}', 'edge/src/policy.ts': 'import {' })
    expect((await breaches(broken))[0]).toMatch(/policy\.ts:1: /)
  })

  it('refuse a package that is not in their table', async () => {
    const unknown = workspace({ 'shared/weather/package.json': '{"name":"@marram/weather"}' })
    expect(await breaches(unknown)).toEqual([expect.stringContaining('shared/weather: this package has no rule')])
  })
})

describe('the check of unused code', () => {
  it('finds unused files, exports and dependencies, and broken imports', async () => {
    const { ok, output } = await checkUnused(fixture())
    expect(ok).toBe(false)
    expect(output.trim().split('\n')).toEqual([
      'Unused files (1)',
      'mfe-tides/src/forgotten.ts: mfe-tides/src/forgotten.ts',
      'Unused dependencies (1)',
      'mfe-tides/package.json: zustand',
      'Unlisted dependencies (4)',
      'e2e/journeys/tides.ts: puppeteer-core',
      'mfe-dunes/src/testing/walks.ts: vitest, sinon',
      'mfe-dunes/src/tides/plain.js: got',
      'mfe-dunes/src/walks/walks.tsx: dayjs',
      'Unresolved imports (1)',
      'mfe-dunes/src/section.ts: ../../edge/src/server',
      'Unused exports (1)',
      'mfe-tides/src/high.ts: higher',
    ])
  })
})

describe('the check of folder sizes', () => {
  const files = (count: number, suffix = '.ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`edge/src/pages/file-${index}${suffix}`, '']))

  it('finds a folder with too many code files, and does not count tests', () => {
    const fits = workspace({ ...files(MOST_FILES), ...files(5, '.test.ts'), ...files(5, '.css') })
    expect(checkFolderSizes(fits, []).ok).toBe(true)
    const { ok, output } = checkFolderSizes(workspace(files(MOST_FILES + 1)), [])
    expect(ok).toBe(false)
    expect(output).toBe('edge/src/pages: 21 files of code stand directly in it; at most 20 may')
  })

  it('reports an exception that is no longer needed', () => {
    expect(checkFolderSizes(workspace(files(3)), ['edge/src/pages']).output).toMatch(/take it off the list/)
    expect(checkFolderSizes(workspace({}), ['edge/src/gone']).output).toMatch(/edge\/src\/gone: .*take it off the list/)
  })
})
