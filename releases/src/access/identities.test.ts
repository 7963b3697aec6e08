import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { event, identity, scheduledChange, token } from '../schema'
import { fakeSection } from '../testing/fake-release'
import { newKey, type OidcIssuer, startIssuer } from '../testing/oidc-issuer'
import { freshRegistry, type TestRegistry } from '../testing/registry'
import { forgetExchanged, type Identity, tokenOf } from './identities'
import { findHolderById, findHolderLater } from './tokens'

const SECONDS = () => Math.floor(Date.now() / 1000)

describe.each(engines)('ID tokens instead of stored tokens, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let issuer: OidcIssuer
  let key: Awaited<ReturnType<typeof newKey>>
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    key = await newKey('first')
    issuer = await startIssuer({ keys: [key] })
    issuer.people.tides = { repository: 'marram/tides', ref: 'refs/heads/main' }
  })
  beforeEach(async () => {
    await registry.db.delete(identity)
    await registry.db.delete(token).where(eq(token.ofIdentity, true))
  })
  afterAll(async () => {
    await issuer?.close()
    await fresh?.remove()
  })

  const claims = { repository: 'marram/tides', ref: 'refs/heads/main' }
  const add = (more = {}) =>
    registry.call('POST', '/releases/identities', {
      json: {
        ...{ name: 'tides pipeline', issuer: issuer.url, audience: issuer.audience, claims },
        ...{ role: 'publisher', part: 'tides', ...more },
      },
    })
  const exchange = (idToken: string, more = {}) =>
    registry.call('POST', '/releases/tokens/exchange', { json: { idToken, ...more }, token: null })
  const begin = (part: string, bearer: unknown) =>
    registry.call('POST', `/releases/parts/${part}/versions`, {
      bytes: fakeSection(part, '1.0.0').bytes,
      token: bearer as string,
    })
  /** As the issuer would sign it, with other content. */
  const signed = async (content: object, by: object = key, header = {}) =>
    new SignJWT({ ...claims, ...content })
      .setProtectedHeader({ alg: 'RS256', kid: 'first', ...header })
      .sign(await importJWK(by as never, 'RS256'))
  const usual = () => ({
    ...{ iss: issuer.url, aud: issuer.audience, sub: 'tides', iat: SECONDS(), exp: SECONDS() + 300 },
  })

  it('give ten minutes of the rights of their identity, for its part alone', async () => {
    expect((await add()).status).toBe(201)
    const { status, body } = await exchange(await issuer.idTokenFor('tides'))
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'tides pipeline', role: 'publisher', part: 'tides', environment: null })
    const left = Date.parse(body.expiresAt as string) - Date.now()
    expect(left > 590_000 && left <= 600_000).toBe(true)
    expect((await begin('tides', body.token)).status).toBe(201)
    expect((await begin('quiz', body.token)).status).toBe(403)
    await registry.db.update(token).set({ expiresAt: new Date() }).where(eq(token.ofIdentity, true))
    expect((await begin('tides', body.token)).status).toBe(401)
    // Who it was given to is in the audit log, and the ID token is nowhere.
    const [last] = await registry.db.select().from(event).where(eq(event.action, 'exchange'))
    expect(last).toMatchObject({ actor: 'tides pipeline', detail: { issuer: issuer.url, subject: 'tides' } })
  })

  it('have what they scheduled made with the rights of their identity, for as long as it is there', async () => {
    await add()
    await exchange(await issuer.idTokenFor('tides'))
    const [given] = await registry.db.select().from(token).where(eq(token.ofIdentity, true))
    const id = given?.id ?? ''
    await registry.db.update(token).set({ expiresAt: new Date() }).where(eq(token.id, id))
    const own = { name: 'tides pipeline', role: 'publisher', part: 'tides' }
    expect([await findHolderById(registry.db, id), await findHolderLater(registry.db, id)]).toMatchObject([
      undefined,
      own,
    ])
    await registry.db
      .update(token)
      .set({ expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(token.id, id))
    await registry.call('POST', '/releases/tokens/tides%20pipeline/revoke', { json: {} })
    expect(await findHolderLater(registry.db, id)).toBeUndefined()
    await registry.db.update(token).set({ ofIdentity: true }).where(eq(token.id, id))
    await registry.call('POST', '/releases/identities/tides%20pipeline/remove', { json: {} })
    expect(await findHolderLater(registry.db, id)).toBeUndefined()
    // Another one of that name is not the one that scheduled it.
    await add({ role: 'releaser' })
    expect(await findHolderLater(registry.db, id)).toBeUndefined()
  })

  it('are exchanged for nothing once the identity is removed, however far the exchange was', async () => {
    await add()
    const [own] = await registry.db.select().from(identity)
    await registry.call('POST', '/releases/identities/tides%20pipeline/remove', { json: {} })
    const expiresAt = new Date(Date.now() + 60_000)
    await expect(
      tokenOf({ db: registry.db, now: () => new Date() }, own as Identity, { claims: usual(), expiresAt }),
    ).rejects.toThrow('The identity "tides pipeline" was removed.')
    expect(await registry.db.select().from(token).where(eq(token.ofIdentity, true))).toEqual([])
  })

  it('give no administrator’s rights to a pipeline, and none to an old run', async () => {
    await add({ role: 'admin', part: undefined })
    expect((await exchange(await issuer.idTokenFor('tides'))).status).toBe(401)
    await registry.db.delete(identity)
    await add()
    const old = { ...usual(), iat: SECONDS() - 3 * 3600 }
    expect(await exchange(await signed(old))).toMatchObject({
      status: 401,
      body: { message: expect.stringMatching(/"iat"/) },
    })
  })

  it('leave tokens for 30 days, and longer where something is still to be made with one', async () => {
    await add()
    for (const _ of [1, 2]) await exchange(await issuer.idTokenFor('tides'))
    await registry.db
      .update(token)
      .set({ expiresAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(token.ofIdentity, true))
    const [kept] = await registry.db.select().from(token).where(eq(token.ofIdentity, true))
    const change = {
      id: '0123abcd',
      environment: 'production',
      call: 'freeze',
      input: {},
      by: 'tides pipeline',
    } as const
    await registry.db.insert(scheduledChange).values({ ...change, at: new Date(), token: kept?.id as string })
    await forgetExchanged({ db: registry.db, now: () => new Date() })
    expect(await registry.db.select({ id: token.id }).from(token).where(eq(token.ofIdentity, true))).toEqual([
      { id: kept?.id },
    ])
    await registry.db.delete(scheduledChange)
  })

  it('may be used by several runs at once, whose tokens all end with the identity', async () => {
    await add()
    const raw = await Promise.all(
      [1, 2].map(async () => (await exchange(await issuer.idTokenFor('tides'))).body.token as string),
    )
    expect(await Promise.all(raw.map(async (each) => (await begin('tides', each)).status))).toEqual([201, 201])
    const removed = await registry.call('POST', '/releases/identities/tides%20pipeline/remove', { json: {} })
    expect(removed).toMatchObject({ status: 200, body: { revoked: 2 } })
    expect(await Promise.all(raw.map(async (each) => (await begin('tides', each)).status))).toEqual([401, 401])
    expect((await exchange(await issuer.idTokenFor('tides'))).status).toBe(401)
  })

  it('are refused when they are of somebody else', async () => {
    await add()
    issuer.people.fork = { repository: 'somebody/tides', ref: 'refs/heads/main' }
    issuer.people.branch = { repository: 'marram/tides', ref: 'refs/heads/try' }
    for (const other of ['fork', 'branch'])
      expect(await exchange(await issuer.idTokenFor(other))).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(new RegExp(`fits this ID token, which is of ${other}, `)) },
      })
  })

  it.each<[string, () => Promise<string>, number, RegExp]>([
    ['for another service', () => signed({ ...usual(), aud: 'https://elsewhere.example' }), 401, /"aud"/],
    ['that has ended', () => signed({ ...usual(), iat: SECONDS() - 600, exp: SECONDS() - 60 }), 401, /"exp"/],
    ['that begins later', () => signed({ ...usual(), nbf: SECONDS() + 120 }), 401, /"nbf"/],
    ['without an end', () => signed({ ...usual(), exp: undefined }), 401, /"exp"/],
    ['of another issuer', () => signed({ ...usual(), iss: 'https://elsewhere.example' }), 401, /No identity/],
    [
      'signed by a key of their own, under the name of the known one',
      async () => signed(usual(), await exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)),
      401,
      /signature/,
    ],
    [
      'signed with the public key as a secret',
      async () =>
        new SignJWT({ ...claims, ...usual() })
          .setProtectedHeader({ alg: 'HS256', kid: 'first' })
          .sign(new TextEncoder().encode(String(key.n))),
      401,
      /alg/,
    ],
    ['without a signature', async () => new UnsecuredJWT({ ...claims, ...usual() }).encode(), 401, /not accepted/],
    ['that is none', async () => 'marram_0123456789', 401, /no ID token/],
    ['that names its own keys', () => signed(usual(), key, { kid: 'theirs', jku: 'http://127.0.0.1:1/' }), 401, /key/],
  ])('are refused: one %s', async (_, make, status, words) => {
    await add()
    expect(await exchange(await signed(usual()))).toMatchObject({ status: 201 })
    const refused = await exchange(await make())
    expect(refused).toMatchObject({ status, body: { message: expect.stringMatching(words) } })
  })

  it('are read by new keys as soon as the issuer has them, and by old ones no more', async () => {
    const other = await startIssuer({ keys: [key] })
    other.people.tides = claims
    await add({ issuer: other.url })
    const before = await other.idTokenFor('tides')
    expect((await exchange(before)).status).toBe(201)
    other.useKeys([await newKey('second')])
    await expect.poll(async () => (await exchange(await other.idTokenFor('tides'))).status).toBe(201)
    expect((await exchange(before)).status).toBe(401)
    await other.close()
  })

  it('say that the issuer does not answer, which is nobody’s fault here', async () => {
    const gone = await startIssuer({ keys: [key] })
    await add({ issuer: gone.url })
    await gone.close()
    expect(await exchange(await signed({ ...usual(), iss: gone.url }))).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining(`The keys of ${gone.url} could not be read`) },
    })
  })

  it('need the name of the part where a repository has several', async () => {
    await add()
    await add({ name: 'quiz pipeline', part: 'quiz' })
    const idToken = await issuer.idTokenFor('tides')
    expect(await exchange(idToken)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('quiz pipeline') },
    })
    expect(await exchange(idToken, { part: 'quiz' })).toMatchObject({ status: 201, body: { part: 'quiz' } })
  })

  it('are named once: no token has the name of an identity', async () => {
    await add()
    const own = { name: 'tides pipeline', role: 'viewer' }
    expect((await registry.call('POST', '/releases/tokens', { json: own })).status).toBe(409)
    expect((await add()).status).toBe(409)
    await registry.call('POST', '/releases/tokens', { json: { ...own, name: 'Ann' } })
    expect((await add({ name: 'Ann' })).status).toBe(409)
  })

  it.each([
    ['no claims, so that everybody at the issuer would be of it', { claims: {} }],
    ['an issuer without https', { issuer: 'http://issuer.example' }],
    ['a role without the part that it needs', { part: undefined }],
  ])('are not added with %s', async (_, more) => {
    expect((await add(more)).status).toBe(400)
  })
})
