import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkWorkspace } from '../check/check-workspace'

const fixture = path.join(import.meta.dirname, 'fixture')
const folders: string[] = []

function workspace(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-boundaries-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  return folder
}

function complaints(folder: string): string[] {
  try {
    checkWorkspace(folder)
  } catch (error) {
    return (error as Error).message.split('\n').sort()
  }
  return []
}

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

describe('who may import whom', () => {
  it('finds every breach of the bad example and nothing else', () => {
    const section = 'a section may import the contracts, sdk and ui'
    expect(complaints(fixture)).toEqual(
      [
        'edge/src/policy.ts: imports @marram/shell/entry-server; the edge reaches shell and sections only as releases',
        'edge/src/policy.ts: imports drizzle-orm; drizzle-orm is used by api, releases, server alone',
        'mfe-dunes/src/api.ts: imports axios; axios is used by sdk, shell alone',
        `mfe-dunes/src/section.ts: imports @marram/mfe-tides/section; ${section}`,
        `mfe-dunes/src/section.ts: imports @marram/edge/policy; ${section}`,
        `mfe-dunes/src/section.ts: imports @marram/mfe-tides/tides; ${section}`,
        'mfe-dunes/src/section.ts: imports ../../edge/src/server; a relative import must stay inside its package',
        'mfe-dunes/src/tides/plain.js: imports got; got is not among the dependencies of its package.json',
        'mfe-dunes/src/testing/walks.ts: imports sinon; sinon is not among the dependencies of its package.json',
        `mfe-dunes/src/walks/walks.tsx: imports @marram/mfe-tides/tide; ${section}`,
        `mfe-dunes/src/walks/walks.tsx: imports @marram/testing/render-page; ${section}`,
        'mfe-dunes/src/walks/walks.tsx: imports @marram/testing/render-page; @marram/testing is not among the dependencies of its package.json',
        'mfe-dunes/src/walks/walks.tsx: imports dayjs; dayjs is not among the dependencies of its package.json',
        'mfe-dunes/src/walks/walks.tsx: imports react-router-dom; react-router-dom is used by sdk, shell, one-build, naive-federation, console alone',
        'mfe-dunes/src/walks/walks.tsx: imports ../../../mfe-tides/src/section; a relative import must stay inside its package',
        'mfe-dunes/src/walks/walks.tsx: imports ../tides/tide-table; the feature walks may not use its sibling tides',
        'mfe-tides/package.json: declares zustand; nothing uses it',
        'shared/api-contract/src/paths.ts: imports react; contracts may import zod alone',
        'shared/api-contract/src/paths.ts: imports @marram/sdk/api-client; contracts may import zod alone',
      ].sort(),
    )
  })

  it('finds nothing to complain about in this workspace, and sees all of it', () => {
    const { packages, files, imports } = checkWorkspace()
    expect(packages).toBeGreaterThanOrEqual(14)
    expect(files).toBeGreaterThan(250)
    expect(imports).toBeGreaterThan(1000)
  })

  it('fails on a folder in which it sees no package', () => {
    expect(complaints(workspace({}))).toEqual([expect.stringContaining('no package, file or import was found')])
  })

  it('fails where packages have no source that it can see', () => {
    const bare = workspace({ 'edge/package.json': '{"name":"@marram/edge"}', 'edge/src/policy.css': 'a{}' })
    expect(complaints(bare)).toEqual([expect.stringContaining('no package, file or import was found')])
  })

  it('fails on a source that it cannot read, instead of passing it', () => {
    const broken = workspace({ 'edge/package.json': '{"name":"@marram/edge"}', 'edge/src/policy.ts': 'import {' })
    expect(complaints(broken)[0]).toMatch(/policy\.ts cannot be read/)
  })

  it('refuses a package that the table does not know', () => {
    const unknown = workspace({
      'shared/weather/package.json': '{"name":"@marram/weather","dependencies":{"@marram/api-contract":"1.0.0"}}',
      'shared/weather/src/wind.ts': "import { paths } from '@marram/api-contract/paths'\nexport { paths }",
    })
    expect(complaints(unknown)).toEqual([expect.stringContaining('this package has no rule')])
  })
})
