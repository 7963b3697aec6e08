import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../testing/command'
import { fakeSection } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('the difference to what is live, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
    await desk.begin()
    const change = { host: '^1.1.0', patterns: ['/events', '/events/late/:slug'], ranges: { react: '^19.0.0' } }
    await desk.registry.publish(
      fakeSection('events', '2.0.0', { ...change, built: { 'static/new.css': 'a { b: c }' } }),
    )
  })
  afterAll(() => desk.remove())
  const difference = (part: string, version: string) =>
    `/releases/environments/${desk.env}/parts/${part}/versions/${version}/difference`
  const show = (part: string, version: string) => desk.registry.call('GET', difference(part, version))

  it('covers files, sizes, addresses, shared modules and the host contract', async () => {
    const { status, body } = await show('events', '2.0.0')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      environment: desk.env,
      version: '2.0.0',
      live: '1.0.0',
      files: expect.arrayContaining([{ name: 'static/new.css', before: null, after: 10 }]),
      sizes: [{ name: 'For browsers' }, { name: 'For servers' }],
      patterns: [
        { name: '/events/:slug', before: 'for everybody', after: null },
        { name: '/events/late/:slug', before: null, after: 'for everybody' },
      ],
      modules: [
        { name: 'host contract', before: '^1.0.0', after: '^1.1.0' },
        { name: 'react', before: 'any', after: '^19.0.0' },
      ],
    })
    expect((await show('events', '1.0.0')).body).toMatchObject({ files: [], patterns: [], modules: [] })
  })

  it('is shown by a command', async () => {
    const variables = { MARRAM_RELEASES_URL: desk.registry.url, MARRAM_TOKEN: desk.registry.token }
    const { code, stdout } = await command(['diff', 'events', '2.0.0', '--env', desk.env], variables)
    expect(code).toBe(0)
    expect(stdout).toMatch(`events 2.0.0 beside 1.0.0, which is live in ${desk.env}`)
    expect(stdout).toMatch(/^SHARED MODULE +1\.0\.0 +2\.0\.0 +CHANGE\nhost contract +\^1\.0\.0 +\^1\.1\.0 +changed$/m)
    expect(stdout).toMatch(/^static\/new\.css +- +10 +new$/m)
    expect(stdout).toMatch(/^For browsers +\d+ +\d+ +\+\d+$/m)
  })

  it('covers packages when both have a readable bill of materials', async () => {
    const bill = (...packages: [string, string][]) =>
      JSON.stringify({ components: packages.map(([name, version]) => ({ name, version })) })
    const publish = (version: string, text: string) =>
      desk.registry.publish(fakeSection('events', version, { built: { 'bom.json': text } }))
    await publish('3.0.0', bill(['dayjs', '1.0.0'], ['zod', '4.0.0'], ['zod', '3.0.0']))
    await publish('3.0.1', bill(['dayjs', '1.0.0'], ['zod', '4.0.0'], ['@a/b', '1.0.0']))
    const unreadable = [
      '{',
      '{}',
      bill(['\u001b[31m', '1.0.0']),
      JSON.stringify({ components: ['x'.repeat(1024 * 1024)] }),
    ]
    for (const [i, text] of unreadable.entries()) await publish(`3.1.${i}`, text)
    expect((await show('events', '3.0.1')).body).not.toHaveProperty('packages')
    await desk.registry.promote(fakeSection('events', '3.0.0'), desk.env)
    expect((await show('events', '3.0.1')).body.packages).toEqual([
      { name: '@a/b', before: null, after: '1.0.0' },
      { name: 'zod', before: '3.0.0, 4.0.0', after: '4.0.0' },
    ])
    const ofOthers = await desk.registry.tokenFor({ role: 'publisher', part: 'quiz' })
    const asOthers = await desk.registry.call('GET', difference('events', '3.0.1'), { token: ofOthers })
    expect(asOthers).toMatchObject({ status: 200, body: { version: '3.0.1' } })
    expect(asOthers.body).not.toHaveProperty('packages')
    for (const i of unreadable.keys()) expect((await show('events', `3.1.${i}`)).body).not.toHaveProperty('packages')
    const variables = { MARRAM_RELEASES_URL: desk.registry.url, MARRAM_TOKEN: desk.registry.token }
    const { stdout } = await command(['diff', 'events', '3.0.1', '--env', desk.env], variables)
    expect(stdout).toMatch(/^@a\/b +- +1\.0\.0 +new$/m)
    expect((await command(['diff', 'events', '3.1.0', '--env', desk.env], variables)).stdout).toContain(
      'PACKAGE: not known, since one of the two has no bill of materials.',
    )
  })

  it('includes a bill of materials only for holders of a token, even when it is live', async () => {
    const address = `${desk.registry.url}/releases/files/events/3.0.0/bom.json`
    expect((await fetch(address)).status).toBe(404)
    const headers = { authorization: `Bearer ${desk.registry.token}` }
    const found = await fetch(address, { headers })
    expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  })

  it('is refused when there is nothing to compare', async () => {
    expect(await show('events', '9.0.0')).toMatchObject({
      status: 404,
      body: { message: 'There is no complete release events 9.0.0. Publish it first.' },
    })
    expect(await show('news', '1.0.0')).toMatchObject({ status: 404 })
  })
})
