import { discoveryDocument } from '@marram/release-contract/discovery'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeSection } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('a link to a preview, database $name', (engine) => {
  let desk: ReleaseDesk
  let now = Date.parse('2026-05-01T12:00:00Z')
  beforeAll(async () => {
    const previews = { url: 'https://previews.example', environment: 'production' }
    desk = await releaseDesk(engine, { now: () => new Date(now), previews })
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const make = (json: object, token?: string) => desk.act(null, 'previews', json, token)
  const tokenOf = (answer: { body: Record<string, unknown> }) =>
    /^\/releases\/preview\/([\w.-]+)/.exec(String(answer.body.path))?.[1] ?? ''
  const show = (preview: string) => desk.registry.call('GET', `/releases/previews/${preview}`, { token: null })
  const versionsIn = (document: unknown) =>
    Object.fromEntries(
      Object.entries(discoveryDocument.parse(document).microFrontends).map(([part, entries]) => [
        part,
        entries.map(({ metadata, deployment }) => [metadata.version, deployment.traffic]),
      ]),
    )

  it("shows one part's version on top of what is live, and changes nothing for visitors", async () => {
    const before = await desk.get('/discovery.json')
    const made = await make({ part: 'events', version: '1.2.0', seconds: 3600, reason: 'to look at' })
    expect(made).toMatchObject({
      status: 201,
      body: { versions: { shell: '1.0.0', events: '1.2.0', quiz: '1.0.0' }, expiresAt: '2026-05-01T13:00:00.000Z' },
    })
    expect(await desk.get('/discovery.json')).toEqual(before)
    const shown = await show(tokenOf(made))
    expect(shown).toMatchObject({ status: 200, body: { what: 'events 1.2.0', environment: desk.env } })
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(versionsIn(shown.body.document)).toEqual({
      shell: [['1.0.0', 100]],
      events: [['1.2.0', 100]],
      quiz: [['1.0.0', 100]],
    })
    // The live releases around it may change while the link is valid.
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    expect(versionsIn((await show(tokenOf(made))).body.document)).toMatchObject({ quiz: [['1.1.0', 100]] })
    expect((await desk.events('&action=preview'))[0]).toMatchObject({ actor: 'a admin', reason: 'to look at' })
  })

  it('is a full URL when the registry knows the origin of previews', async () => {
    const { registry } = desk
    const { url, path } = (await make({ part: 'events', version: '1.2.0' })).body
    expect(url).toBe(desk.env === 'production' ? `https://previews.example${path}` : undefined)
    const there = '/releases/environments/production/previews'
    const made = await registry.call('POST', there, { json: { part: 'events', version: '1.2.0' } })
    expect(made.body.url).toBe(`https://previews.example${made.body.path}`)
  })

  it('opens a page of its part', async () => {
    const { path } = (await make({ part: 'events', version: '1.2.0' })).body
    expect(String(path)).toMatch(/\?to=%2Fevents$/)
    const { composition } = await desk.get()
    const whole = (await make({ composition })).body
    expect(whole.path).not.toContain('?')
    expect(whole.note).toBeUndefined()
  })

  it('opens a page behind a login when the part has no other, and explains why it opens the home page', async () => {
    const page = { files: ['static/js/@page~1.js'], needs: ['react'] }
    const pages = [
      { ...page, pattern: '/quiz/:slug' },
      { ...page, pattern: '/my-quiz', requiresLogin: true },
    ]
    const [guarded, hidden] = ['1.3.0', '1.4.0'].map((version) => `${version}-${desk.env}`) as [string, string]
    await desk.registry.publish(fakeSection('quiz', guarded, { pages }))
    expect((await make({ part: 'quiz', version: guarded })).body.path).toMatch(/\?to=%2Fmy-quiz$/)
    await desk.registry.publish(fakeSection('quiz', hidden, { pages: pages.slice(0, 1) }))
    const { path, note } = (await make({ part: 'quiz', version: hidden })).body
    expect(path).not.toContain('?')
    expect(note).toBe(
      `It opens the home page: each page of quiz ${hidden} has a parameter in its address, as /quiz/:slug. Add ?to=/ADDRESS to open one.`,
    )
  })

  it('shows exactly a past composition', async () => {
    const { composition } = await desk.get()
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    const made = await make({ composition })
    expect(versionsIn((await show(tokenOf(made))).body.document)).toMatchObject({ quiz: [['1.0.0', 100]] })
    expect(await make({ composition: 'ffffffffffff' })).toMatchObject({ status: 404 })
  })

  it('expires, and cannot be changed', async () => {
    const token = tokenOf(await make({ part: 'events', version: '1.2.0', seconds: 60 }))
    const [payload = '', signature = ''] = token.split('.')
    const longer = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...longer, expiresAt: '2099-01-01T00:00:00.000Z' })).toString(
      'base64url',
    )
    for (const bad of [`${forged}.${signature}`, payload, `${payload}.`, 'nonsense'])
      expect(await show(bad)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    now += 60_000
    expect((await show(token)).body.message).toContain('This preview ended at')
  })

  it('is listed until it expires, or is ended by somebody who may create such a link', async () => {
    const publisher = await desk.registry.tokenFor({ role: 'publisher', part: 'events', name: 'Pia' })
    const path = `/releases/environments/${desk.env}/previews`
    const links = async () => (await desk.registry.call('GET', path)).body.links
    expect(await links()).toEqual([])
    const made = await make({ part: 'events', version: '1.2.0', seconds: 600 }, publisher)
    const link = tokenOf(made)
    const other = await make({ part: 'quiz', version: '1.1.0', seconds: 60 })
    now += 1000
    expect(await links()).toMatchObject([
      { id: expect.stringMatching(/^[0-9a-f]{8}$/), what: 'events 1.2.0', by: 'Pia' },
      { id: other.body.id, what: 'quiz 1.1.0', by: 'a admin' },
    ])
    const end = (id: unknown, token: string) =>
      desk.registry.call('POST', `${path}/${id}/end`, { json: { reason: 'seen by all' }, token })
    expect(await end(other.body.id, publisher)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const stranger = await desk.registry.tokenFor({ role: 'manager', environment: 'staging', name: 'Sam' })
    expect((await end(made.body.id, stranger)).status).toBe(403)
    expect((await show(link)).status).toBe(200)
    expect(await end(made.body.id, publisher)).toMatchObject({ status: 200, body: { what: 'events 1.2.0' } })
    expect(await show(link)).toMatchObject({
      status: 404,
      body: { message: 'This preview was ended. Ask for a new link.' },
    })
    expect((await end(made.body.id, publisher)).status).toBe(404)
    expect((await desk.events('&action=end-preview'))[0]).toMatchObject({ actor: 'Pia', reason: 'seen by all' })
    const manager = await desk.registry.tokenFor({ role: 'manager', environment: desk.env, name: 'Max' })
    expect((await show(tokenOf(other))).status).toBe(200)
    expect((await end(other.body.id, manager)).status).toBe(200)
    const last = await make({ part: 'quiz', version: '1.1.0', seconds: 60 })
    now += 60_000
    expect([last.status, await links()]).toEqual([201, []])
  })

  it('ends for visitors who have opened it with a token, too', async () => {
    const made = await make({ part: 'events', source: 'http://127.0.0.1:4001', seconds: 3600 })
    const opened = await desk.registry.call('POST', `/releases/previews/${tokenOf(made)}/open`)
    expect((await show(String(opened.body.preview))).status).toBe(200)
    await desk.act(null, `previews/${made.body.id}/end`, {})
    expect((await show(String(opened.body.preview))).status).toBe(404)
  })

  it('shows a killed part to its visitors', async () => {
    await desk.act('events', 'kill', { reason: 'broken' })
    const { body } = await show(tokenOf(await make({ part: 'events', version: '1.2.0' })))
    expect(discoveryDocument.parse(body.document).microFrontends.events?.[0]?.extras.stopped).toBeUndefined()
  })

  it('names a dev source of one part, for those who may publish that part', async () => {
    const source = 'http://127.0.0.1:4001'
    const publisher = await desk.registry.tokenFor({ role: 'publisher', part: 'events' })
    const made = await make({ part: 'events', source, seconds: 3600 }, publisher)
    expect(made.status).toBe(201)
    expect((await show(tokenOf(made))).body).toMatchObject({
      what: `events from ${source}`,
      source: { part: 'events', origin: source },
      versions: { shell: '1.0.0', events: '1.0.0' },
    })
    const other = await desk.registry.tokenFor({ role: 'publisher', part: 'quiz' })
    const manager = await desk.registry.tokenFor({ role: 'manager' })
    for (const token of [other, manager])
      expect(await make({ part: 'events', source, seconds: 3600 }, token)).toMatchObject({ status: 403 })
    for (const wrong of [
      { source, seconds: 86_400 },
      { source: `${source}/path`, seconds: 60 },
      { source: 'file:///etc', seconds: 60 },
      { source: '', seconds: 60 },
    ])
      expect(await make({ part: 'events', ...wrong }, publisher)).toMatchObject({ status: 400 })
  })

  it('shows a dev source only to holders of a token, as long as that is valid', async () => {
    const source = 'http://127.0.0.1:4001'
    const made = await make({ part: 'events', source, seconds: 3600 })
    expect(made.body.versions).toEqual({ shell: '1.0.0', quiz: '1.0.0' })
    const link = tokenOf(made)
    expect((await show(link)).body).toMatchObject({ needsToken: true })
    const open = async (preview: string, token: string | null) =>
      await desk.registry.call('POST', `/releases/previews/${preview}/open`, { token })
    for (const wrong of [null, 'marram_guessed']) expect((await open(link, wrong)).status).toBe(401)
    const viewer = await desk.registry.tokenFor({ role: 'viewer', name: 'Vera' })
    const { status, body } = await open(link, viewer)
    expect(status).toBe(200)
    const own = String(body.preview)
    const shown = { needsToken: false, source: { part: 'events', origin: source }, what: `events from ${source}` }
    expect(await show(own)).toMatchObject({ status: 200, body: shown })
    // A link opened with a token is the same link with the same end.
    expect((await show(own)).body.expiresAt).toBe((await show(link)).body.expiresAt)
    await desk.registry.call('POST', '/releases/tokens/Vera/revoke')
    expect(await show(own)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect((await open(link, viewer)).status).toBe(401)
    const other = tokenOf(await make({ part: 'events', version: '1.2.0', seconds: 60 }))
    expect((await show(other)).body).toMatchObject({ needsToken: false })
    expect(await open(other, desk.registry.token)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    now += 3_600_000
    expect((await open(link, desk.registry.token)).status).toBe(404)
    const log = async (query: string) =>
      (await desk.registry.call('GET', `/releases/events?action=open-preview&${query}`)).body.events
    expect(await log(`refused=false&environment=${desk.env}`)).toMatchObject([
      { actor: 'Vera', part: 'events', to: { source } },
    ])
    expect(await log('refused=true')).toMatchObject([
      { actor: 'a admin', detail: { code: 'not-found' } },
      { actor: 'a admin', detail: { code: 'invalid' } },
      { actor: null, detail: { code: 'unauthorized' } },
      { actor: null, detail: { code: 'unauthorized' } },
      { actor: null, detail: { code: 'unauthorized' } },
    ])
    // The audit log does not contain the link, because its readers could open it.
    expect(JSON.stringify(await log('limit=100'))).not.toContain(link)
  })

  it('is refused for unpublished releases, for viewers, or without an end', async () => {
    expect(await make({ part: 'events', version: '7.7.7' })).toMatchObject({ status: 404 })
    expect(await make({ part: 'events', version: '1.2.0', seconds: 1e9 })).toMatchObject({ status: 400 })
    expect(await make({ part: 'events' })).toMatchObject({ status: 400 })
    expect(await make({ part: 'events', version: '1.2.0', composition: '0123456789ab' })).toMatchObject({ status: 400 })
    const viewer = await desk.registry.tokenFor({ role: 'viewer' })
    expect(await make({ part: 'events', version: '1.2.0' }, viewer)).toMatchObject({ status: 403 })
  })
})
