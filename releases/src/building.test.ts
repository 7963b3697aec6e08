import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPart } from '@marram/build/build-part'
import { sourcesOf } from '@marram/release-contract/version'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { release } from './schema'
import { fakeSection, writeRelease } from './testing/fake-release'
import { runCli, runInstalledPublish, runPublish } from './testing/process'
import { freshRegistry } from './testing/registry'

/** Replaces a bundler: copies the files in `src`, and counts its runs. */
const bundler = `
const fs = require('node:fs')
fs.mkdirSync('.cache', { recursive: true })
fs.appendFileSync('.cache/builds', '+')
if (process.env.BUILD_MS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.BUILD_MS))
if (fs.existsSync('src/mistake')) { console.error('src/mistake is wrong\\n    at its (/a/node_modules/b/c.js:1:1)\\n    at node:internal/d:1:1'); process.exit(1) }
fs.cpSync('src', 'dist', { recursive: true })
const release = JSON.parse(fs.readFileSync('src/release.json', 'utf8'))
const version = process.env.MARRAM_VERSION
const container = 'events_V' + version.replaceAll('.', '__').replaceAll('-', '_d')
fs.writeFileSync('dist/release.json', JSON.stringify({ ...release, version, container, revision: process.env.COMMIT ?? null, title: fs.readFileSync('src/title', 'utf8') + (process.env.REVISION ?? '') }))
`
const NAMED_BY_SOURCES = /^Published events 1\.4\.0-t\d{14}\.g[0-9a-f]{8} \(7 files sent, .* KB\)\.\n$/

const AUTHOR = ['-c', 'user.name=x', '-c', 'user.email=x@example.org']

describe('publishing from the folder of a part alone', () => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let variables: Record<string, string>
  let part: string
  let title = 0
  beforeAll(async () => {
    fresh = await freshRegistry(engines[0] as (typeof engines)[0])
    const token = await fresh.registry.tokenFor({ role: 'publisher', part: 'events' })
    variables = { MARRAM_RELEASES_URL: fresh.registry.url, MARRAM_TOKEN: token }
  })
  afterAll(() => fresh.remove())
  beforeEach(() => {
    part = mkdtempSync(join(tmpdir(), 'marram-alone-'))
    renameSync(writeRelease(fakeSection('events', '0.0.0')), join(part, 'src'))
    const core = join(part, 'node_modules/@rsbuild/core/bin')
    mkdirSync(core, { recursive: true })
    writeFileSync(join(core, 'rsbuild.js'), bundler)
    writeFileSync(join(part, 'package.json'), JSON.stringify({ name: '@marram/events', version: '1.4.0' }))
    // Every test has different sources.
    title += 1
    writeFileSync(join(part, 'src/title'), `Events ${title}`)
    return () => rmSync(part, { recursive: true, force: true })
  })
  const publish = (...args: string[]) => runPublish(args, variables, part)
  const builds = () => {
    const file = join(part, '.cache/builds')
    return existsSync(file) ? readFileSync(file, 'utf8').length : 0
  }

  it('builds it, versions it by its sources, and does nothing for the same sources', async () => {
    const first = await publish()
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(NAMED_BY_SOURCES) })
    expect(first.stderr).toMatch(
      /^There is no Git repository here, so this release names no commit\.\nBuilding events …\nBuilt in \d+\.\d s\.\n$/,
    )
    // As in a fresh checkout, without an earlier build.
    rmSync(join(part, 'dist'), { recursive: true })
    expect(await publish()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('was published already, of the same sources.'),
    })
    expect(builds()).toBe(1)
    appendFileSync(join(part, 'src/title'), ', edited')
    const next = await publish('--json')
    expect(next).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(next.stdout)).toMatchObject({ part: 'events', files: 7, changed: true })
    expect(JSON.parse(next.stdout).version).not.toContain(sourcesOf(/1\.4\.0-\S+/.exec(first.stdout)?.[0]))
  })

  it('says where the release has changes that no commit has', async () => {
    const git = (...args: string[]) => execFileSync('git', [...AUTHOR, ...args], { cwd: part })
    writeFileSync(join(part, '.gitignore'), 'node_modules\n.cache\ndist\n')
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'Begin')
    expect((await publish()).stderr).toMatch(/^Building events …/)
    appendFileSync(join(part, 'src/title'), ', edited')
    expect(await publish()).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^There are changes that no commit has/),
    })
    // A version has the time of its commit, in seconds.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    git('commit', '-qam', 'Edit')
    const COMMIT = String(git('rev-parse', 'HEAD')).trim()
    const { version } = JSON.parse((await runPublish(['--json'], { ...variables, COMMIT }, part)).stdout)
    const { body } = await fresh.registry.call('GET', '/releases/parts/events/versions')
    const versions = body.versions as { version: string; source: string | null }[]
    const named = versions.find((each) => each.version === version)
    expect(named?.source).toBe(COMMIT)
    expect(JSON.parse((await publish('--json')).stdout)).toMatchObject({ version, sameSources: true })
  })

  it("is refused to another part's publisher, even without anything to publish", async () => {
    await publish()
    const MARRAM_TOKEN = await fresh.registry.tokenFor({ role: 'publisher', part: 'quiz' })
    expect(await runPublish([], { ...variables, MARRAM_TOKEN }, part)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/may publish quiz only, not events\./),
    })
  })

  it('is one release when it was built twice, by machines with other file times', async () => {
    const { version } = JSON.parse((await publish('--json')).stdout)
    rmSync(join(part, 'dist'), { recursive: true })
    await buildPart(part)
    const built = JSON.parse(readFileSync(join(part, 'dist/release.json'), 'utf8')).version
    expect([sourcesOf(built), builds()]).toEqual([sourcesOf(version), 2])
    expect(JSON.parse((await publish('--json')).stdout)).toMatchObject({ version, changed: false, sameSources: true })
  })

  it('builds it once when two publish it at the same moment, by either command', async () => {
    const slow = { ...variables, BUILD_MS: '2000' }
    const both = await Promise.all([runPublish([], slow, part), runCli(['publish', part], slow)])
    expect(both.map(({ code, stderr }) => [code, code && stderr])).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(builds()).toBe(1)
  })

  it('gives it the requested version, which stays fixed', async () => {
    expect(await publish('--version', '2.0.0')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Published events 2\.0\.0 /),
    })
    expect((await publish('--version', '2.0.0')).stdout).toBe(
      'events 2.0.0 was published already, with the same bytes.\n',
    )
    appendFileSync(join(part, 'src/title'), ', edited')
    expect(await publish('--version', '2.0.0')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('events 2.0.0 is published already, with other bytes.'),
    })
    variables.MARRAM_VERSION = '2.1.0'
    expect((await publish()).stdout).toMatch(/^Published events 2\.1\.0 /)
    delete variables.MARRAM_VERSION
  })

  it('explains how to publish sources again after their release was deleted and the commit changed', async () => {
    // Builds of the same commit have the same version.
    for (const args of [
      ['init', '-q'],
      ['add', 'src', 'package.json'],
      [...AUTHOR, 'commit', '-qm', 'x'],
    ])
      execFileSync('git', args, { cwd: part })
    writeFileSync(join(part, '.git/info/exclude'), 'node_modules\ndist\n.cache\n')
    const { stdout } = await publish('--json')
    const { version } = JSON.parse(stdout)
    const { db } = fresh.registry
    await db.update(release).set({ removedAt: new Date() }).where(eq(release.version, version))
    rmSync(join(part, 'dist'), { recursive: true })
    variables.REVISION = ' of another revision'
    try {
      expect(await publish()).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          / is published already, with other bytes\. .* name this build yourself: --version /,
        ),
      })
      expect(await publish('--version', '5.0.0')).toMatchObject({ code: 0 })
    } finally {
      delete variables.REVISION
    }
  })

  it('uploads an earlier build on request', async () => {
    expect(await publish('--no-build')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no release\.json in /),
    })
    await publish('--version', '3.0.0')
    expect((await publish('--no-build')).stdout).toContain('events 3.0.0 was published already')
    const built = join(part, 'dist')
    expect((await runCli(['publish', built], variables)).stdout).toContain('events 3.0.0 was published already')
    expect(await publish('--no-build', '--version', '3.1.0')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--version goes with a build/),
    })
    expect(builds()).toBe(1)
  })

  it('works with the release desk’s command in the folder of a part', async () => {
    const published = await runCli(['publish', part], variables)
    expect(published).toMatchObject({ code: 0, stdout: expect.stringMatching(NAMED_BY_SOURCES) })
    expect((await publish()).stdout).toContain('of the same sources')
    const elsewhere = ['publish', part, '--version', '4.0.0', '--registry', 'http://127.0.0.1:9']
    expect(await runCli(elsewhere, variables)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/No registry responds at http:\S+:9 /),
    })
  })

  it('explains what is wrong, and publishes nothing', async () => {
    for (const name of ['next', '01.0.0', '1.0.0-..'])
      expect(await publish('--version', name)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^\S+ is not a version .*--help\.\n$/),
      })
    expect(await publish('--registry', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--registry is not an http/),
    })
    expect(await publish('a')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^a is one word too many\. See npx marram publish --help\.$/m),
    })
    const tokenless = await runPublish([], { MARRAM_RELEASES_URL: fresh.registry.url }, part)
    expect(tokenless).toMatchObject({ code: 1, stderr: 'There is no token: set MARRAM_TOKEN.\n' })
    writeFileSync(join(part, 'src/mistake'), '')
    expect(await publish()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/does not build:\nsrc\/mistake is wrong\n$/),
    })
    const asJson = await publish('--json')
    expect(asJson).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(asJson.stdout)).toMatchObject({ code: 'failed', message: expect.stringContaining('mistake') })
    rmSync(join(part, 'node_modules'), { recursive: true })
    expect((await publish()).stderr).toMatch(
      /^There is no Git .*\nBuilding .*\n@rsbuild\/core is not installed in .*Install its packages/,
    )
    expect((await runInstalledPublish(['--help'], part)).stdout).toMatch(/^USAGE\n {2}npx marram publish/)
  })
})
