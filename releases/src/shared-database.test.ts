import { describeOnServer } from '@marram/server/testing/server-only'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeSection, fakeShell } from './testing/fake-release'
import { freshRegistry, startRegistry, type TestRegistry } from './testing/registry'

describeOnServer('two registries on one PostgreSQL', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let one: TestRegistry
  let other: TestRegistry
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    one = fresh.registry
    other = await startRegistry(fresh.database.location, fresh.files)
  })
  afterAll(async () => {
    await other.close()
    await fresh.remove()
  })
  const path = '/releases/environments/production'
  const versionLive = async (registry: TestRegistry) => {
    const { body } = await registry.call('GET', `${path}/discovery.json`, { token: null })
    return (body.microFrontends as Record<string, { metadata: { version: string } }[]>).shell?.[0]?.metadata.version
  }

  it('show the same at once, whichever was changed', async () => {
    for (const version of ['1.0.0', '1.1.0']) await one.publish(fakeShell(version))
    await other.promote(fakeShell('1.0.0'))
    expect([await versionLive(one), await versionLive(other)]).toEqual(['1.0.0', '1.0.0'])
    await one.promote(fakeShell('1.1.0'))
    expect([await versionLive(one), await versionLive(other)]).toEqual(['1.1.0', '1.1.0'])
  })

  it('accept one of two simultaneous managers', async () => {
    for (const version of ['1.2.0', '1.3.0']) await one.publish(fakeShell(version))
    for (let round = 0; round < 5; round++) {
      const { body } = await one.call('GET', path)
      const { revision } = (body.parts as Record<string, { revision: number }>).shell as { revision: number }
      const call = (registry: TestRegistry, version: string) =>
        registry.call('POST', `${path}/parts/shell/promote`, { json: { version, revision } })
      const pair = round % 2 === 0 ? ['1.2.0', '1.3.0'] : ['1.0.0', '1.1.0']
      const both = await Promise.all([call(one, pair[0] as string), call(other, pair[1] as string)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ revision: revision + 1 })
    }
  })

  it('never let two parts that claim one path go live together', async () => {
    const [left, right] = ['left', 'right'].map((name) => fakeSection(name, '1.0.0', { patterns: ['/same'] }))
    if (!left || !right) throw new Error('two sections')
    for (const release of [left, right]) await one.publish(release)
    const both = await Promise.all([one.promote(left), other.promote(right)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('take turns with one upload', async () => {
    const release = fakeSection('events', '1.0.0')
    const versions = '/releases/parts/events/versions'
    await Promise.all([one, other].map((registry) => registry.call('POST', versions, { bytes: release.bytes })))
    const registries = [one, other]
    for (const [i, [path, bytes]] of Object.entries(release.files).entries())
      await registries[i % 2]?.call('PUT', `${versions}/1.0.0/files/${path}`, { bytes })
    const completed = await Promise.all(
      registries.map((registry) => registry.call('POST', `${versions}/1.0.0/complete`)),
    )
    expect(completed.map(({ body }) => body.changed).sort()).toEqual([false, true])
  })
})
