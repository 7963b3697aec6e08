import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { startBucketServer } from '@marram/server/testing/bucket-server'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openStorage } from '../storage'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

describe.each(engines.slice(0, 1))('releases in a bucket', (engine) => {
  let bucket: Awaited<ReturnType<typeof startBucketServer>>
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let time = new Date()
  beforeAll(async () => {
    bucket = await startBucketServer('releases')
    for (const [name, value] of Object.entries(bucket.environment)) vi.stubEnv(name, value)
    fresh = await freshRegistry(engine, () => ({ place: 's3://releases/marram/site', now: () => time }))
    registry = fresh.registry
  })
  afterAll(async () => {
    await fresh?.remove()
    await bucket?.close()
    vi.unstubAllEnvs()
  })

  const fileOf = ({ name, version }: { name: string; version: string }, path: string) =>
    registry.call('GET', `/releases/files/${name}/${version}/${path}`)

  it('are published, shown, served and live like those in a folder', async () => {
    const section = fakeSection('events', '1.0.0')
    for (const release of [fakeShell('1.0.0'), section]) {
      await registry.publish(release)
      expect((await registry.promote(release)).status).toBe(200)
    }
    expect(bucket.objects().length).toBeGreaterThan(Object.keys(section.files).length)
    expect(bucket.objects().filter((name) => !name.startsWith('marram/site/'))).toEqual([])
    const [path, text] = Object.entries(section.files).find(([file]) => file.endsWith('.js')) as [string, string]
    const answer = await fileOf(section, path)
    expect([answer.status, answer.body.text]).toEqual([200, text])
    const copy = bucket.objects().find((name) => name.endsWith('.br')) as string
    expect(brotliDecompressSync(readFileSync(bucket.fileOf(copy))).length).toBeGreaterThan(0)
  })

  it('are requested again when the bucket has lost a file before the version was complete', async () => {
    const release = fakeSection('events', '1.1.0')
    const versions = '/releases/parts/events/versions'
    const before = new Set(bucket.objects())
    await registry.call('POST', versions, { bytes: release.bytes })
    for (const [path, bytes] of Object.entries(release.files))
      await registry.call('PUT', `${versions}/1.1.0/files/${path}`, { bytes })
    const lost = bucket.objects().find((name) => !before.has(name) && !name.endsWith('.br')) as string
    rmSync(bucket.fileOf(lost))
    const answer = await registry.call('POST', `${versions}/1.1.0/complete`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'incomplete' } })
    expect(answer.body.missing).toHaveLength(1)
  })

  it('are deleted with all their files once nothing can need them', async () => {
    const old = fakeSection('quiz', '1.0.0')
    await registry.publish(old)
    const before = bucket.objects().length
    time = new Date(Date.now() + 2 * 86_400_000)
    const { body } = await registry.call('GET', '/releases/unused?days=1')
    const releases = (body.releases as { part: string; version: string }[]).filter(({ part }) => part === 'quiz')
    expect(releases).toMatchObject([{ part: 'quiz', version: '1.0.0' }])
    const named = releases.map(({ part, version }) => ({ part, version }))
    const deleted = await registry.call('POST', '/releases/clean-up', { json: { days: 1, releases: named } })
    expect(deleted.status).toBe(200)
    expect(bucket.objects().length).toBeLessThan(before)
    expect((await fileOf(old, 'release.json')).status).toBe(404)
  })

  it('are neither lost nor incomplete while the bucket does not respond', async () => {
    const release = fakeSection('courses', '1.0.0')
    const versions = '/releases/parts/courses/versions'
    await registry.call('POST', versions, { bytes: release.bytes })
    const [path, bytes] = Object.entries(release.files)[0] as [string, string]
    await bucket.during(async () => {
      const refused = await registry.call('PUT', `${versions}/1.0.0/files/${path}`, { bytes })
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(refused.body.message).toContain('store of release files')
      expect((await registry.call('GET', versions)).status).toBe(404)
    })
    await registry.publish(release)
    expect((await fileOf(release, path)).body.text).toBe(bytes)
  })

  it('stop the start with one line when they cannot be used, which names the variable', async () => {
    const data = mkdtempSync(join(tmpdir(), 'marram-bucketless-'))
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/main.mjs')], {
      env: {
        ...process.env,
        MARRAM_DATA: data,
        RELEASES_PORT: '0',
        RELEASES_FILES: 's3://nowhere/a',
        DATABASE_URL: '',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text) => (said += text))
    const [code] = await once(child, 'close')
    rmSync(data, { recursive: true })
    expect(code).toBe(1)
    expect(said).toMatch(/^RELEASES_FILES: s3:\/\/nowhere\/a cannot be used: The specified bucket does not exist$/m)
    expect(said).not.toContain('database')
  })

  it('are reported in one line when they cannot be used', async () => {
    await expect(openStorage('', 's3://nowhere/a')).rejects.toThrow(
      /^s3:\/\/nowhere\/a cannot be used: The specified bucket does not exist$/,
    )
  })
})
