import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readSection } from '@marram/build/section-source'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkImports } from '../check/import-rules'
import { newSection } from './new-section'

let workspace: string
const written = () => fs.readdirSync(workspace, { recursive: true }).sort()

beforeEach(() => {
  workspace = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-new-section-'))
  fs.mkdirSync(path.join(workspace, 'mfe-events/src'), { recursive: true })
  fs.writeFileSync(path.join(workspace, 'mfe-events/package.json'), '{ "name": "@marram/mfe-events" }')
  fs.writeFileSync(
    path.join(workspace, 'mfe-events/src/section.ts'),
    "export const pages = { '/sports': () => import('./sports') }\nexport const section = { title: 'Events', host: '^1.0.0' }\n",
  )
  fs.mkdirSync(path.join(workspace, 'mfe-half-done'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(workspace, { recursive: true })
})

describe('a new section', () => {
  it.each(['garden', 'mfe-garden', 'sports-club'])('is created under a free name: %s', async (name) => {
    await newSection([name], workspace)
    const made = `mfe-${name.replace('mfe-', '')}`
    const { document } = await readSection(path.join(workspace, made))
    expect(document).toMatchObject({ name: made, paths: [{ pattern: `/${made.slice(4)}` }] })
    expect(document.navigation).toMatchObject([{ slot: 'more', path: `/${made.slice(4)}` }])
  })

  it('follows the rules for imports and dependencies', async () => {
    await newSection(['garden'], workspace)
    expect(await checkImports(workspace)).toMatchObject({ ok: true })
  })

  const own = ['shell', 'shared', 'edge', 'api', 'releases', 'scripts', 'e2e', 'console', 'node_modules', 'data']
  const ofTheEdge = ['media', 'healthz', 'operator', 'robots.txt', 'mfe-api']
  it.each<[string, RegExp]>([
    ...[...own, ...ofTheEdge].map((name): [string, RegExp] => [name, /the site itself uses this name\.$/]),
    ['events', /^mfe-events is there already; nothing was changed\.$/],
    ['half-done', /^mfe-half-done is there already; nothing was changed\.$/],
    ['sports', /^\/sports belongs to mfe-events already; choose another name\.$/],
    ['Garden', /^Garden is not a name of/],
    ['../garden', /^\.\.\/garden is not a name of/],
    ['--force', /^--force is not a name of/],
    ['garden pond', /one name/],
    ['', /^The name of the section is missing\./],
  ])('is refused in one line, and nothing is written: "%s"', async (line, words) => {
    const before = written()
    const error = await newSection(line.split(' ').filter(Boolean), workspace).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringMatching(words) })
    expect((error as Error).message).not.toContain('\n')
    expect(written()).toEqual(before)
  })
})
