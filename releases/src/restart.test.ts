import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishFolder } from '@marram/build/publish-folder'
import { type RegistryAccess, registryClient } from '@marram/release-contract/registry-client'
import { engines } from '@marram/server/testing/engines'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeSection, fakeShell, writeRelease } from './testing/fake-release'
import { type RegistryProcess, runFlags, startProcess } from './testing/process'

/** `npm test` runs fewer rounds. */
const ROUNDS = Number(process.env.TEST_KILL_ROUNDS || 1)

describe.each(engines)('a registry that stops, database $name', (engine) => {
  const cleanUp: (() => unknown)[] = []
  let data: string
  let variables: Record<string, string>
  beforeEach(async () => {
    const { location, drop } = await engine.create({ durable: true })
    data = mkdtempSync(join(tmpdir(), 'marram-data-'))
    symlinkSync(location.folder, join(data, 'releases'), 'junction')
    variables = { DATABASE_URL: location.url ?? '' }
    cleanUp.push(drop, () => rmSync(data, { recursive: true, force: true }))
  })
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step()
  })

  const start = async () => {
    const registry = await startProcess(data, variables)
    cleanUp.push(() => registry.kill('SIGKILL'))
    return registry
  }
  const access = async ({ url }: RegistryProcess): Promise<RegistryAccess> => ({
    url,
    token: (await readFile(join(data, 'releases', 'token'), 'utf8')).trim(),
  })
  const statusOf = async (registry: RegistryProcess, file: string) => {
    const { url, token } = await access(registry)
    return (await fetch(`${url}/releases/files/${file}`, { headers: { authorization: `Bearer ${token}` } })).status
  }
  const built = (release: Parameters<typeof writeRelease>[0]) => {
    const folder = writeRelease(release)
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  const discovery = ({ url }: RegistryProcess) =>
    fetch(`${url}/releases/environments/production/discovery.json`).then(async (answer) => [
      answer.headers.get('etag'),
      await answer.text(),
    ])

  it('keeps everything over a restart, its token too', async () => {
    const first = await start()
    const before = await access(first)
    expect(statSync(join(data, 'releases', 'token')).mode & 0o777).toBe(0o600)
    expect(await (await fetch(`${first.url}/healthz`)).json()).toMatchObject({ status: 'ok', disk: { state: 'ok' } })
    await publishFolder({ ...before, folder: built(fakeShell('1.0.0')) })
    await registryClient(before).promote({ environment: 'production', part: 'shell', version: '1.0.0' })
    const seen = await discovery(first)
    await first.kill('SIGTERM')
    const second = await start()
    expect((await access(second)).token).toBe(before.token)
    expect(await discovery(second)).toEqual(seen)
    expect((await fetch(`${second.url}/releases/files/shell/1.0.0/static/js/shell.js`)).status).toBe(200)
  })

  it('shows nothing incomplete after a kill in the middle of an upload, and lets it continue', async () => {
    let registry = await start()
    // A different version each time, because the number of uploaded files depends on the moment of the kill.
    for (const arrived of ROUNDS > 1 ? [1, 3] : [3]) {
      const dying = registry
      const folder = built(fakeSection('events', `1.${arrived}.0`))
      const kill = ({ files }: { files: number }) => {
        if (files < arrived) return
        void dying.kill('SIGKILL')
        throw new Error('the publisher goes away too')
      }
      const publishing = publishFolder({ ...(await access(dying)), folder, onProgress: kill })
      await expect(publishing).rejects.toThrow('goes away too')
      await dying.kill('SIGKILL')
      registry = await start()
      expect(await registryClient(await access(registry)).listParts()).toEqual({
        parts: [],
      })
      expect(await statusOf(registry, `events/1.${arrived}.0/release.json`)).toBe(404)
    }
    const folder = built(fakeSection('events', '1.3.0'))
    const finished = await publishFolder({ ...(await access(registry)), folder })
    expect(finished).toMatchObject({ changed: true })
    expect(finished.files).toBeLessThan(6)
    expect(await statusOf(registry, 'events/1.3.0/server/server.cjs')).toBe(200)
  })

  it(`does not lose an acknowledged promotion, killed right after, ${ROUNDS} times`, {
    timeout: 60_000 + ROUNDS * 15_000,
  }, async () => {
    let registry = await start()
    for (let round = 1; round <= ROUNDS; round++) {
      const here = await access(registry)
      const version = `1.0.${round}`
      await publishFolder({ ...here, folder: built(fakeShell(version)) })
      await registryClient(here).promote({ environment: 'production', part: 'shell', version })
      await registry.kill('SIGKILL')
      registry = await start()
      expect((await discovery(registry))[1]).toContain(`/releases/files/shell/${version}/`)
      expect((await fetch(`${registry.url}/releases/files/shell/${version}/release.json`)).status).toBe(200)
    }
    expect(existsSync(join(data, 'releases', 'files'))).toBe(true)
  })
})

describe('flags of the registry', () => {
  let data: string
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'marram-flags-'))
  })
  afterEach(() => rmSync(data, { recursive: true, force: true }))

  it('migrate a database and end, or say in one line why not', async () => {
    const done = { code: 0, stdout: 'releases: the database has all migrations of this version\n', stderr: '' }
    expect(await runFlags(data, '--migrate')).toEqual(done)
    // The database, and nothing that a registry makes when it starts.
    expect(readdirSync(join(data, 'releases')).filter((name) => /token|files|trials/.test(name))).toEqual([])
    expect(await runFlags(data, '--migrate')).toEqual(done)
    const registry = await startProcess(data)
    const refused = await runFlags(data, '--migrate')
    await registry.kill('SIGTERM')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^releases: .*already used.*\n$/) })
  })

  it('are refused in one line where there is no such flag', async () => {
    const stderr = "releases: Unknown option '--new'; it takes --new-token and --migrate\n"
    expect(await runFlags(data, '--new')).toMatchObject({ code: 1, stderr })
  })
})
