import { createHash } from 'node:crypto'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeShell } from '../testing/fake-release'
import { freshRegistry } from '../testing/registry'

const archiveOf = (version: string) => `an archive of ${version}`
const integrityOf = (text: string) => `sha512-${createHash('sha512').update(text).digest('base64')}`
const shellWith = (version: string) => {
  const file = `packages/sdk-${version}.tgz`
  const manifest = { name: '@marram/sdk', version, dependencies: { react: '19.3.0' } }
  const packages = [{ file, integrity: integrityOf(archiveOf(version)), manifest }]
  return fakeShell(version, { packages, built: { [file]: archiveOf(version) } })
}

describe.each(engines)('packages for npm, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  const ask = (path: string, headers?: Record<string, string>) =>
    fresh.registry.call('GET', `/releases/npm/${path}`, { token: null, headers })
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await fresh.registry.publish(shellWith(version))
  })
  afterAll(() => fresh.remove())

  it('are nobody’s before their shell is live', async () => {
    expect((await ask('@marram%2fsdk')).status).toBe(404)
  })

  it('are those of shells that were ever live, with the live one as a tag, to everybody', async () => {
    await fresh.registry.promote(shellWith('1.0.0'))
    await fresh.registry.promote(shellWith('1.1.0'))
    // As npm and as Yarn write the name of a scope.
    for (const name of ['@marram%2fsdk', '@marram%2Fsdk', '@marram/sdk']) {
      const { status, body } = await ask(name)
      expect(status).toBe(200)
      expect(body).toMatchObject({ name: '@marram/sdk', 'dist-tags': { latest: '1.1.0', production: '1.1.0' } })
      expect(Object.keys(body.versions as object)).toEqual(['1.0.0', '1.1.0'])
    }
  })

  it('name an archive that is where they say, with the bytes that they promise', async () => {
    const { body } = await ask('@marram%2fsdk')
    const { dist, dependencies } =
      (body.versions as Record<string, { dist: Record<string, string>; dependencies: object }>)['1.1.0'] ?? {}
    expect(dependencies).toEqual({ react: '19.3.0' })
    expect(dist?.tarball).toBe(`${fresh.registry.url}/releases/npm/@marram/sdk/-/sdk-1.1.0.tgz`)
    const response = await fetch(dist?.tarball ?? '')
    const bytes = await response.text()
    expect([bytes, integrityOf(bytes)]).toEqual([archiveOf('1.1.0'), dist?.integrity])
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  it.each(['@marram%2fother', '@marram/sdk/-/sdk-1.2.0.tgz', '@marram/sdk/-/..%2f..%2frelease.json', '%E0%A4%A'])(
    'are not more than that: %s',
    async (path) => {
      expect((await ask(path)).status).toBeGreaterThanOrEqual(400)
      expect((await ask(path)).status).toBeLessThan(500)
    },
  )
})
