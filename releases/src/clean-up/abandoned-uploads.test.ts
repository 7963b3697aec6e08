import { readdirSync } from 'node:fs'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../testing/command'
import { type FakeRelease, fakeSection } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

const HOUR = 3_600_000
type TestResponse = { status: number }
type Uploads = { part: string; version: string; files: number; ofFiles: number; bytes: number }[]

describe.each(engines)('abandoned uploads, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let now: number
  beforeAll(async () => {
    fresh = await freshRegistry(engine, () => ({ now: () => new Date(now) }))
    registry = fresh.registry
  })
  beforeEach(() => {
    now = Date.now()
  })
  afterAll(() => fresh.remove())

  const versions = ({ name }: FakeRelease) => `/releases/parts/${name}/versions`
  const begin = (release: FakeRelease) => registry.call('POST', versions(release), { bytes: release.bytes })
  const send = (release: FakeRelease, path: string) =>
    registry.call('PUT', `${versions(release)}/${release.version}/files/${path}`, {
      bytes: release.files[path] as string,
    })
  const complete = (release: FakeRelease) => registry.call('POST', `${versions(release)}/${release.version}/complete`)
  const abandoned = async (seconds = 3600) =>
    (await registry.call('GET', `/releases/unused?uploadSeconds=${seconds}`)).body.uploads as Uploads
  const remove = (uploads: { part: string; version: string }[]) =>
    registry.call('POST', '/releases/clean-up', {
      json: {
        ...{ days: 30, releases: [], uploadSeconds: 3600 },
        uploads: uploads.map(({ part, version }) => ({ part, version })),
      },
    })
  const folders = () => readdirSync(fresh.files)

  it('are those without progress for long enough, and are deleted with their files', async () => {
    const release = fakeSection('events', '1.0.0')
    const before = folders()
    await begin(release)
    await send(release, 'static/font.woff2')
    expect(folders()).toHaveLength(before.length + 1)
    expect(await abandoned()).toEqual([])
    now += 2 * HOUR
    const shown = await abandoned()
    expect(shown).toMatchObject([{ part: 'events', version: '1.0.0', by: 'a admin', files: 2, ofFiles: 8 }])
    expect(shown[0]?.bytes).toBeGreaterThan(release.bytes.length)
    expect(await abandoned(24 * 3600)).toEqual([])
    expect(await remove(shown)).toMatchObject({ status: 200, body: { deleted: 0, deletedUploads: 1 } })
    expect(folders().filter((name) => !before.includes(name))).toEqual([])
    expect(await abandoned()).toEqual([])
    expect((await registry.call('GET', '/releases/events?action=clean-up')).body.events).toMatchObject([
      { part: 'events', version: '1.0.0', from: { upload: '2 of 8 files' }, to: null },
    ])
    // The release was never complete, so the version is free again, and the rest of the upload is refused.
    expect(await send(release, 'static/font.woff2')).toMatchObject({ status: 404 })
    expect(await complete(release)).toMatchObject({ status: 404 })
    await registry.publish(fakeSection('events', '1.0.0', { title: 'Another' }))
  })

  it('that are resumed stay, with everything else that was to be deleted', async () => {
    const [resumed, other] = [fakeSection('events', '2.0.0'), fakeSection('events', '2.1.0')]
    await begin(resumed)
    await begin(other)
    now += 2 * HOUR
    const shown = await abandoned()
    expect(shown).toHaveLength(2)
    await registry.db.execute(
      `update releases.release set started_at = now() + interval '2 hours' where version = '2.0.0'`,
    )
    expect(await remove(shown)).toMatchObject({
      status: 409,
      body: { message: 'The upload of events 2.0.0 went on or ended. Nothing was deleted.' },
    })
    expect((await abandoned()).map(({ version }) => version)).toEqual(['2.1.0'])
    expect(await remove(await abandoned())).toMatchObject({ body: { deletedUploads: 1 } })
  })

  it('that are completed during deletion are published whole, or deleted', async () => {
    for (let round = 0; round < 6; round++) {
      const release = fakeSection('events', `2.9.${round}`)
      await begin(release)
      for (const path of Object.keys(release.files)) await send(release, path)
      now += 2 * HOUR
      const shown = await abandoned()
      const [first, second] = [() => complete(release), () => remove(shown)]
      // Either one may be first.
      const answers = round % 2 === 0 ? [first(), second()] : [second(), first()].reverse()
      const [completed, removed] = (await Promise.all(answers)) as unknown as [TestResponse, TestResponse]
      const page = await registry.call('GET', `/releases/files/events/${release.version}/static/js/@page~1.js`)
      const outcome = [completed.status, removed.status, page.status].join(' ')
      expect(['200 409 200', '404 200 404', '409 200 404']).toContain(outcome)
    }
  })

  it('start again when they are resumed', async () => {
    const release = fakeSection('events', '3.0.0')
    await begin(release)
    await registry.db.execute(
      `update releases.release set started_at = now() - interval '5 hours' where version = '3.0.0'`,
    )
    await registry.db.execute(
      `update releases.release_file set stored_at = now() - interval '5 hours' where stored_at is not null`,
    )
    expect(await abandoned()).toHaveLength(1)
    await begin(release)
    expect(await abandoned()).toEqual([])
  })

  it('belong to the last person who started or resumed them', async () => {
    const [resumed, again] = [fakeSection('events', '3.1.0'), fakeSection('events', '3.2.0')]
    await begin(resumed)
    await registry.publish(again)
    now += 40 * 24 * HOUR
    const removed = { days: 30, releases: [{ part: 'events', version: '3.2.0' }] }
    expect(await registry.call('POST', '/releases/clean-up', { json: removed })).toMatchObject({ status: 200 })
    const token = await registry.tokenFor({ role: 'publisher', part: 'events', name: 'Otto' })
    for (const { bytes } of [resumed, again])
      expect((await registry.call('POST', versions(resumed), { bytes, token })).status).toBe(201)
    now = Date.now() + 2 * HOUR
    expect(await abandoned()).toEqual(
      expect.arrayContaining(['3.1.0', '3.2.0'].map((version) => expect.objectContaining({ version, by: 'Otto' }))),
    )
    await remove(['3.1.0', '3.2.0'].map((version) => ({ part: 'events', version })))
  })

  it('of a version that was published once leave it to the same bytes', async () => {
    const release = fakeSection('quiz', '1.0.0')
    const other = fakeSection('quiz', '1.0.0', { title: 'Another' })
    await registry.publish(release)
    now += 40 * 24 * HOUR
    const removed = { part: 'quiz', version: '1.0.0' }
    const deletion = await registry.call('POST', '/releases/clean-up', { json: { days: 30, releases: [removed] } })
    expect(deletion).toMatchObject({ status: 200, body: { deleted: 1, deletedUploads: 0 } })
    now = Date.now()
    await begin(release)
    expect(await abandoned()).not.toContainEqual(expect.objectContaining(removed))
    expect(await begin(other)).toMatchObject({ status: 409 })
    now += 2 * HOUR
    expect(await remove([removed])).toMatchObject({ body: { deletedUploads: 1 } })
    expect(await begin(other)).toMatchObject({ status: 409 })
    await registry.publish(release)
  })

  it('are listed and deleted by the command too', async () => {
    await begin(fakeSection('events', '4.0.0'))
    await registry.db.execute(
      `update releases.release set started_at = now() - interval '5 hours' where version = '4.0.0'`,
    )
    await registry.db.execute(
      `update releases.release_file set stored_at = now() - interval '5 hours' where stored_at is not null`,
    )
    const variables = { MARRAM_RELEASES_URL: registry.url, MARRAM_TOKEN: registry.token }
    const run = async (...args: string[]) => (await command(['clean-up', '--uploads', '2h', ...args], variables)).stdout
    const listed = await run()
    expect(listed).toMatch(/\nAbandoned uploads, \d+ KB:\n.*\nevents +4\.0\.0 +a admin +\S+ +1 of 8 /)
    expect(listed).toMatch(/\nKept, \d+ KB:\n(.*\n)*quiz +1\.0\.0 .* It was published within 30 days\./)
    expect(await run('--delete')).toMatch(/Deleted: 0 releases and \d+ uploads\.\n$/)
    expect(await run()).not.toContain('Abandoned')
  })
})
