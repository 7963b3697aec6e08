import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishFolder, type UploadProgress } from '@marram/build/publish-folder'
import { registryClient } from '@marram/release-contract/registry-client'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../src/testing/command'
import { type FakeRelease, fakeSection, fakeShell, writeRelease } from '../src/testing/fake-release'
import { runCli } from '../src/testing/process'
import { freshRegistry, type TestRegistry } from '../src/testing/registry'

const [engine] = engines as [(typeof engines)[0]]

describe('the command line', () => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  const folders: string[] = []
  const built = (release: FakeRelease) => {
    const folder = writeRelease(release)
    folders.push(folder)
    return folder
  }
  const release = (...args: string[]) =>
    command(args, { MARRAM_RELEASES_URL: registry.url, MARRAM_TOKEN: registry.token })
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
  })
  afterAll(async () => {
    await fresh.remove()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('publishes, promotes, lists and rolls back', async () => {
    expect(await release('publish', built(fakeShell('1.0.0')), '--promote')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^shell 1\.0\.0 is live in production \(composition [0-9a-f]{12}\)\. No edge has reported here lately\.\n$/,
      ),
      stderr: expect.stringMatching(/^Published shell 1\.0\.0 \(6 files sent, .* KB\)\.\n$/),
    })
    const folder = built(fakeSection('events', '1.0.0'))
    expect((await release('publish', folder)).stdout).toMatch(/^Published events 1\.0\.0/)
    expect((await release('publish', folder)).stdout).toBe('events 1.0.0 was published already, with the same bytes.\n')
    await release('publish', built(fakeSection('events', '1.1.0')))
    await release('promote', 'events', '1.0.0')
    expect((await release('promote', 'events', '1.1.0', '--reason', 'newer')).stdout).toContain('instead of 1.0.0')
    expect((await release('list')).stdout).toMatch(
      /PART +LATEST +VERSIONS +LIVE\nevents +1\.1\.0 +2 +production 1\.1\.0\n/,
    )
    expect((await release('rollback', 'events')).stdout).toContain(
      'events 1.0.0 is live in production instead of 1.1.0',
    )
    const listed = JSON.parse((await release('list', 'events', '--json')).stdout)
    expect(listed.versions.map(({ version, live }: { version: string; live: string[] }) => [version, live])).toEqual([
      ['1.1.0', []],
      ['1.0.0', ['production']],
    ])
  })

  it('publishes and describes, as Markdown for a comment and as JSON for a program', async () => {
    const described = (version: string, ...options: string[]) =>
      release('publish', built(fakeSection('tides', version)), '--describe', ...options)
    // The first one has nothing to stand beside, and a link all the same.
    expect(await described('1.0.0', '--promote')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^## tides 1\.0\.0, of which nothing is live in production\n\n\[Preview\]\(.*\*\*It can go live\.\*\*/s,
      ),
    })
    const { code, stdout } = await described('1.1.0')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^## tides 1\.1\.0 beside 1\.0\.0, which is live in production\n\n\[Preview\]\(/)
    expect(stdout).toMatch(/\nPublished tides 1\.1\.0 .*\n$/)
    const { description, ...published } = JSON.parse((await described('1.2.0', '--json')).stdout)
    expect(published).toMatchObject({ part: 'tides', version: '1.2.0' })
    expect(description).toMatchObject({
      gate: { passed: true },
      preview: { path: expect.stringContaining('/releases/preview/') },
    })
    expect(description.markdown).toMatch(/^## tides 1\.2\.0 beside 1\.0\.0/)
  })

  it('warns on promotion that nobody gets a killed part', async () => {
    for (const version of ['1.0.0', '1.1.0']) await release('publish', built(fakeSection('parked', version)))
    await release('promote', 'parked', '1.0.0')
    await release('kill', 'parked', '--reason', 'it loses drafts')
    const { stdout } = await release('promote', 'parked', '1.1.0')
    expect(stdout).toMatch(/^parked 1\.1\.0 is live .* But parked is killed there: until it is revived, visitors get /)
    expect((await release('rollback', 'parked')).stdout).toContain(' But parked is killed there: ')
    const { composition } = JSON.parse((await release('status', '--json')).stdout)
    await release('promote', 'parked', '1.1.0')
    const back = ['rollback', '--composition', composition]
    expect((await release(...back)).stderr).toMatch(/\n {2}parked 1\.1\.0 → 1\.0\.0\nBut parked is killed there: /)
    const { stdout: done } = await release(...back, '--yes', '--reason', 'it was better')
    expect(done).toMatch(/: parked 1\.1\.0 → 1\.0\.0\. But parked is killed there: /)
  })

  it('covers a release manager’s daily work, with readable output', async () => {
    const desk = async (line: string, ...more: string[]) => {
      const { code, stdout, stderr } = await release(...line.split(' '), ...more)
      return code === 0 ? stdout.trimEnd() : `${code}: ${stderr.trimEnd()}`
    }
    for (const version of ['5.0.0', '5.1.0']) await desk('publish', built(fakeSection('desk', version)))
    await desk('environment create trial')
    expect(await desk('promote shell 1.0.0 --environment trial')).toContain('shell 1.0.0 is live in trial')
    await desk('promote desk 5.1.0 --environment trial')
    await desk('promote desk 5.0.0')
    expect(await desk('promote desk --environment production --from trial')).toContain(
      'desk 5.1.0 is live in production',
    )
    expect(await desk('rollback desk')).toContain('desk 5.0.0 is live in production instead of 5.1.0')
    expect(await desk('canary desk 5.1.0 --traffic 10')).toBe(
      'desk 5.1.0 is live in production for 10 % of the visitors, 5.0.0 for the others. No edge has reported here lately.',
    )
    expect(await desk('status')).toMatch(/\ndesk +5\.0\.0 +5\.1\.0 for 10 % +\d+/)
    expect(await desk('canary desk --traffic 20 --revision 1')).toMatch(/^2: a admin changed it in the meantime/)
    expect(await desk('freeze --for 2h --reason', 'the elections')).toMatch(/^production is frozen until 20/)
    expect(await desk('promote desk')).toMatch(/^1: production is frozen until .*: the elections\./)
    expect(await desk('unfreeze')).toBe('production is no longer frozen.')
    expect(await desk('unfreeze')).toBe('production was not frozen.')
    expect(await desk('promote desk')).toContain('desk 5.1.0 is live in production instead of 5.0.0')
    const [, , earlier] = (await desk('compositions')).split('\n').map((line) => line.split(' ')[0])
    const page = await desk('compositions --limit 1')
    const more = /^Older ones: --before (\S+)$/m.exec(page)?.[1]
    expect((await desk(`compositions --limit 1 --before ${more}`)).split('\n')[1]).toMatch(`${earlier} `)
    const asked = await desk(`rollback --composition ${earlier}`)
    expect(asked).toMatch(/^1: This would change for all visitors of production:\n {2}desk 5\.1\.0 → /)
    expect(asked).toContain('Nothing was changed. Add --yes and --reason TEXT to do it.')
    expect(await desk(`rollback --composition ${earlier} --yes`)).toBe(asked)
    expect(await desk('status')).toMatch(/\ndesk +5\.1\.0 /)
    expect(await desk(`rollback --composition ${earlier} --yes --reason`, 'a rehearsal')).toMatch(
      /^production is at composition [0-9a-f]{12}: desk /,
    )
    expect(await desk(`why ${earlier}`)).toMatch(/shell +1\.0\.0/)
    expect(await desk('kill desk --notice Later --reason', 'it loses drafts')).toBe(
      'desk in production is killed. No edge has reported here lately.',
    )
    expect(await desk('status')).toContain('desk in production is killed. By a admin: it loses drafts')
    expect(await desk('revive desk')).toBe('desk in production is no longer killed. No edge has reported here lately.')
    expect(await desk('events --part desk --action kill')).toMatch(
      /a admin \(admin\) +kill +desk in production .*it loses drafts/,
    )
    expect(await desk('events --refused --limit 1')).toContain('promote: refused')
    const token = await desk('token create pipeline --role publisher --part desk')
    expect(token).toMatch(/^marram_[\w-]+$/)
    expect(await desk('tokens')).toMatch(/\npipeline +publisher +desk +yes/)
    expect(await desk('token revoke pipeline')).toBe('The token "pipeline" is no longer valid.')
    expect(await desk('environments')).toMatch(/\ntrial +[0-9a-f]{12} +2 /)
    const { stdout } = await release('canary', 'desk', '5.1.0', '--traffic', '0', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ part: 'desk', candidate: '5.1.0', traffic: 0, changed: true })
  })

  it('finds release.json in the dist folder of a part, wherever it is called', async () => {
    const part = mkdtempSync(join(tmpdir(), 'marram-part-'))
    folders.push(part)
    renameSync(built(fakeSection('quiz', '1.0.0')), join(part, 'dist'))
    const variables = { MARRAM_RELEASES_URL: registry.url, MARRAM_TOKEN: registry.token }
    expect(await runCli(['publish', '.', '--no-build', '--json'], variables, part)).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it('uses the token of the machine that runs the site', async () => {
    const data = mkdtempSync(join(tmpdir(), 'marram-data-'))
    folders.push(data)
    mkdirSync(join(data, 'releases'))
    writeFileSync(join(data, 'releases', 'token'), `${registry.token}\n`)
    expect((await command(['list'], { MARRAM_RELEASES_URL: registry.url, MARRAM_DATA: data })).code).toBe(0)
  })

  it.each<[string, string[], number, RegExp]>([
    ['an unknown command', ['deploy'], 1, /^There is no command deploy\. See npm run release -- --help\.\n$/],
    ['an option', ['list', '--all'], 1, /^There is no option --all here\. .*See npm run release -- list --help\.\n$/],
    [
      'an argument of two words',
      ['token', 'create', '--role', 'viewer'],
      1,
      /^A NAME is missing\. See npm run release -- token create --help\.\n$/,
    ],
    [
      'a folder that was not built',
      ['publish', tmpdir(), '--no-build'],
      1,
      /^There is no release\.json .*Build the part first\.\n$/,
    ],
    ['a folder of no part', ['publish', tmpdir()], 1, /^There is no package\.json .*Name the folder of a part\.\n$/],
    [
      'a version that was never published',
      ['promote', 'events', '9.9.9'],
      1,
      /^There is no complete release events 9\.9\.9\. Publish it first\.\n$/,
    ],
    ['an environment that is none', ['promote', 'events', '1.0.0', '--env', 'moon'], 1, /no environment moon/],
  ])('reports in one line what is wrong with %s', async (_, args, code, words) => {
    const result = await release(...args)
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(words) })
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('prints failures as JSON too', async () => {
    const result = await release('promote', 'events', '9.9.9', '--json')
    expect(result).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(result.stdout)).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('Publish it first'),
    })
  })

  it('explains what to do without a registry, a token or a valid address', async () => {
    const none = await runCli(['list'], { MARRAM_RELEASES_URL: 'http://127.0.0.1:9', MARRAM_TOKEN: 'x' })
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No registry responds at .*MARRAM_RELEASES_URL.*\n$/),
    })
    const tokenless = await command(['list'], { MARRAM_RELEASES_URL: registry.url, MARRAM_DATA: tmpdir() })
    expect(tokenless).toMatchObject({ code: 1, stderr: expect.stringContaining('set MARRAM_TOKEN') })
    const address = await command(['list'], { MARRAM_RELEASES_URL: 'localhost:3000', MARRAM_TOKEN: 'x' })
    expect(address).toMatchObject({ code: 1, stderr: expect.stringContaining('not an http address') })
    const refused = await command(['list'], { MARRAM_RELEASES_URL: registry.url, MARRAM_TOKEN: 'wrong' })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not known here') })
    expect(await command(['--help'], {})).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^USAGE\n {2}npm run release --/),
      stderr: '',
    })
  })

  it('refuses to send files that changed since the build', async () => {
    const folder = built(fakeSection('events', '2.0.0'))
    appendFileSync(join(folder, 'server/server.cjs'), 'edited')
    expect(await release('publish', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/changed since release\.json.*Build again/),
    })
    rmSync(join(folder, 'server/server.cjs'))
    expect(await release('publish', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is missing.*Build again/),
    })
  })

  it('finishes an upload over an unreliable connection', async () => {
    let calls = 0
    const line = createServer((incoming, outgoing) => {
      calls += 1
      if (calls % 3 === 0) return incoming.socket.destroy()
      if (calls % 5 === 0) return outgoing.writeHead(502).end('<html>')
      const { method, headers, url } = incoming
      const onward = request(registry.url + url, { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(outgoing)
      })
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
    const seen: UploadProgress[] = []
    const folder = built(fakeSection('events', '3.0.0'))
    const published = await publishFolder({
      url,
      token: registry.token,
      folder,
      onProgress: (progress) => seen.push(progress),
    })
    expect(published).toMatchObject({ part: 'events', version: '3.0.0', files: 7, changed: true })
    expect(seen.at(0)).toMatchObject({ files: 0, ofFiles: 7 })
    expect(seen.at(-1)).toMatchObject({ files: 7, bytes: seen[0]?.ofBytes })
    line.close()
    line.closeAllConnections()
  })

  it('exports its functions, for scripts', async () => {
    const access = { url: registry.url, token: registry.token }
    await publishFolder({ ...access, folder: built(fakeSection('news', '1.0.0')) })
    await publishFolder({ ...access, folder: built(fakeSection('news', '1.1.0')) })
    const desk = registryClient(access)
    const target = { environment: 'production', part: 'news' }
    await desk.promote({ ...target, version: '1.0.0' })
    expect(await desk.promote({ ...target, version: '1.1.0', revision: 1 })).toMatchObject({
      revision: 2,
      previous: '1.0.0',
    })
    await expect(desk.promote({ ...target, version: '1.0.0', revision: 1 })).rejects.toMatchObject({
      code: 'conflict',
      body: { revision: 2 },
    })
    expect(await desk.rollback(target)).toMatchObject({ version: '1.0.0', changed: true })
  })
})
