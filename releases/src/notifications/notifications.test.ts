import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mailTransport } from '@marram/server/mail'
import { engines } from '@marram/server/testing/engines'
import { type MailServer, startMailServer } from '@marram/server/testing/mail-server'
import { describeOnServer } from '@marram/server/testing/server-only'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeScheduled, startScheduledJobs } from '../scheduled-jobs'
import { event, notification } from '../schema'
import { startRegistry } from '../testing/registry'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { webhookTarget } from '../testing/webhook-target'
import { forgetSent, sendDue } from './send-due'

const MINUTE = 60_000
type Shown = { id: string; what: string; state: string; attempts: number; outcome: string | null; target: string }

describe.each(engines)('notifications, database $name', (engine) => {
  let desk: ReleaseDesk
  let target: Awaited<ReturnType<typeof webhookTarget>>
  let mails: MailServer
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  beforeAll(async () => {
    target = await webhookTarget()
    mails = await startMailServer()
    const mail = mailTransport({ url: mails.url, from: 'Marram <desk@marram.example>' })
    desk = await releaseDesk(engine, { now, internalWebhooks: true, mail })
  })
  afterAll(async () => {
    await desk.remove()
    await Promise.all([target.close(), mails.close()])
  })
  beforeEach(async () => {
    await desk.begin()
    target.received.length = 0
  })
  afterEach(() => {
    target.respond = (response) => response.writeHead(204).end()
  })

  const add = async (path: string, more: object = {}) =>
    (await desk.act(null, 'recipients', { target: path.startsWith('/') ? target.url + path : path, ...more })).body as {
      id: string
      secret: string
    }
  const send = () => sendDue(desk.registry.context)
  const shown = async (id: string) => (await desk.get(`/notifications?recipient=${id}`)).notifications as Shown[]
  const after = async (minutes: number) => {
    ahead += minutes * MINUTE
    await send()
  }

  it('reach a webhook once for each change, signed, with what changed', async () => {
    const { id, secret } = await add('/a')
    await desk.act('events', 'promote', { version: '1.1.0', reason: 'new cards' })
    expect(target.received).toEqual([])
    await send()
    await send()
    expect(target.bodies('/a')).toMatchObject([
      {
        type: 'promote',
        data: { environment: desk.env, reason: 'new cards', events: [{ part: 'events', version: '1.1.0' }] },
      },
    ])
    const { headers, body } = target.received[0] as (typeof target.received)[number]
    const { 'webhook-id': message, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${message}.${at}.${body}`).digest('base64')}`)
    expect(await shown(id)).toMatchObject([{ id: message, state: 'sent', attempts: 1, outcome: 'It responded 204.' }])
    expect(JSON.stringify(await desk.get('/recipients'))).not.toMatch(/whsec_|"secret"/)
    expect(JSON.stringify(await desk.events())).not.toMatch(/whsec_/)
  })

  it('are of every kind of change, and of nothing else', async () => {
    await add('/all')
    const later = new Date(now().getTime() + 30 * MINUTE).toISOString()
    await desk.act('events', 'canary', { version: '1.1.0', traffic: 10 })
    await desk.act('events', 'abort')
    await desk.act('events', 'canary', {
      version: '1.2.0',
      strategy: { kind: 'linear', percent: 10, seconds: 600, needsEvidence: false },
    })
    await desk.act('events', 'pause')
    await desk.act('events', 'resume')
    await desk.act('events', 'promote', { version: '1.2.0' })
    await desk.act('events', 'rollback')
    await desk.act('events', 'kill', { reason: 'wrong dates' })
    await desk.act('events', 'revive')
    await desk.act('quiz', 'lock', { reason: 'a fair' })
    await desk.act('quiz', 'unlock')
    await desk.act(null, 'schedule', { call: 'promote', part: 'quiz', version: '1.1.0', at: later })
    await desk.act(null, 'freeze', { reason: 'the weekend' })
    // Nothing of these is a change of what visitors get.
    await desk.act(null, 'previews', { part: 'quiz', version: '1.1.0' })
    await desk.act('events', 'promote', { version: '7.0.0' })
    await desk.get()
    ahead += 31 * MINUTE
    await makeScheduled(desk.registry.context)
    await desk.act(null, 'unfreeze')
    await desk.act('quiz', 'retire', { reason: 'for good' })
    await send()
    const types = target.bodies('/all').map(({ type }) => type)
    expect(types.sort()).toEqual(
      [
        ...['canary', 'abort', 'canary', 'pause', 'resume', 'promote', 'rollback', 'kill', 'revive', 'lock', 'unlock'],
        ...['schedule', 'freeze', 'promote.failed', 'unfreeze', 'retire'],
      ].sort(),
    )
    const [failed] = target.bodies('/all').filter(({ type }) => type === 'promote.failed')
    expect(failed.text).toContain('is frozen')
    // All in one place: what writes an event notifies, whichever program it is.
    await desk.registry.db
      .insert(event)
      .values({ action: 'invented', actor: 'Ann', environment: desk.env, part: 'quiz' })
    await send()
    expect(target.bodies('/all').at(-1)).toMatchObject({ type: 'invented' })
  })

  it('are of one part and the whole environment, where it is so chosen', async () => {
    await add('/quiz', { part: 'quiz' })
    await desk.act('events', 'promote', { version: '1.1.0' })
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    await desk.act(null, 'freeze', { reason: 'the weekend' })
    const first = desk.env
    await desk.begin()
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    await send()
    expect(target.bodies('/quiz').map(({ type, data }) => [type, data.environment])).toEqual([
      ['promote', first],
      ['freeze', first],
    ])
  })

  it('are one for a change of several parts, as a webhook and as a mail', async () => {
    const composition = String((await desk.get()).composition)
    await desk.act('events', 'promote', { version: '1.1.0' })
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    await add('/both')
    const { id } = await add(`ana-${desk.env}@example.org`)
    await desk.registry.call('POST', `/releases/environments/${desk.env}/rollback`, {
      json: { composition, reason: 'wrong dates\r\nBcc: eve@example.org' },
    })
    await send()
    expect(target.bodies('/both').map(({ data }) => data.events.length)).toEqual([2])
    const [mail, second] = mails.to(`ana-${desk.env}@example.org`)
    expect(second).toBeUndefined()
    expect(mail?.header('Subject')).toMatch(/rolled back to events 1\.0\.0, quiz 1\.0\.0/)
    expect(mail?.header('Bcc')).toBeUndefined()
    expect(mail?.text).toMatch(/events: 1\.1\.0 → 1\.0\.0\s+quiz: 1\.1\.0 → 1\.0\.0/)
    expect(mail?.text).toContain(`notify remove ${id} --env ${desk.env}`)
    expect(mail?.header('Content-Type')).toContain('text/plain')
  })

  it('are sent again for an hour of errors, and arrive once it has ended', async () => {
    const { id } = await add('/broken')
    target.respond = (response) => response.writeHead(500).end()
    await desk.act('events', 'promote', { version: '1.1.0' })
    for (let minute = 0; minute < 60; minute++) await after(1)
    const [failing] = await shown(id)
    expect(failing).toMatchObject({ state: 'waiting', outcome: 'It responded 500.' })
    // Fewer and fewer: not once in each second of the hour.
    expect(failing?.attempts).toBeGreaterThan(5)
    expect(failing?.attempts).toBeLessThan(12)
    target.respond = (response) => response.writeHead(204).end()
    await after(60)
    expect(await shown(id)).toMatchObject([{ state: 'sent', attempts: (failing?.attempts ?? 0) + 1 }])
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('are given up after three days, or at once where the target says so', async () => {
    const { id } = await add('/gone')
    target.respond = (response) => response.writeHead(500).end()
    await desk.act('events', 'promote', { version: '1.1.0' })
    for (let hour = 0; hour < 80; hour++) await after(61)
    expect(await shown(id)).toMatchObject([{ state: 'failed', outcome: 'It responded 500.' }])
    target.respond = (response) => response.writeHead(410).end()
    await desk.act('events', 'promote', { version: '1.2.0' })
    await send()
    expect((await shown(id))[0]).toMatchObject({ state: 'failed', attempts: 1, outcome: 'It responded 410.' })
    ahead += 31 * 24 * 60 * MINUTE
    await forgetSent(desk.registry.context)
    expect(await shown(id)).toEqual([])
  })

  it('do not follow a redirect to an address of this machine', async () => {
    const { id } = await add('/moved')
    target.respond = (response) => response.writeHead(302, { location: `${target.url}/secret` }).end()
    await desk.act('events', 'promote', { version: '1.1.0' })
    await send()
    expect(target.received.map(({ path }) => path)).toEqual(['/moved'])
    expect((await shown(id))[0]?.outcome).toBe('It responded 302, and redirects are not followed.')
  })

  it('reach others while a target hangs, which has ten seconds', async () => {
    const { id } = await add('/hangs')
    await add('/well')
    const respond = target.respond
    target.respond = (response) => response.req.url === '/hangs' || respond(response)
    for (const version of ['1.1.0', '1.2.0']) await desk.act('events', 'promote', { version })
    const startedAt = performance.now()
    const sending = send()
    await expect.poll(() => target.bodies('/well').length).toBe(2)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    await sending
    expect((await shown(id)).map(({ outcome }) => outcome)).toEqual([
      'No response within 10 seconds.',
      'No response within 10 seconds.',
    ])
  }, 40_000)

  it('are left to the next run by a registry that stops meanwhile', async () => {
    const { id } = await add('/slow')
    target.respond = () => {}
    await desk.act('events', 'promote', { version: '1.1.0' })
    const stopping = new AbortController()
    const sending = sendDue(desk.registry.context, stopping.signal)
    await expect.poll(() => target.received.length).toBe(1)
    stopping.abort()
    await sending
    expect(await shown(id)).toMatchObject([{ state: 'waiting', attempts: 0, outcome: null }])
  })

  it('of a registry that was killed meanwhile are sent again a minute later, with the same id', async () => {
    const { id } = await add('/again')
    await desk.act('events', 'promote', { version: '1.1.0' })
    await desk.registry.db
      .update(notification)
      .set({ attempts: 1, takenUntil: new Date(now().getTime() + MINUTE) })
      .where(eq(notification.recipient, id))
    await send()
    expect(target.bodies('/again')).toEqual([])
    await after(1.1)
    expect(await shown(id)).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  it('can be tried, listed and ended', async () => {
    const { id } = await add('/tried')
    const test = () =>
      desk.registry.call('POST', `/releases/environments/${desk.env}/recipients/${id}/test`, { json: {} })
    expect((await test()).body).toMatchObject({ state: 'sent', attempts: 1, outcome: 'It responded 204.' })
    expect(target.bodies('/tried')).toMatchObject([{ type: 'test' }])
    expect((await test()).body).toMatchObject({ message: expect.stringContaining('less than a minute ago') })
    ahead += 61_000
    target.respond = (response) => response.writeHead(401).end()
    expect((await test()).body).toMatchObject({ state: 'failed', outcome: 'It responded 401.' })
    await desk.act('events', 'promote', { version: '1.1.0' })
    await desk.act(null, `recipients/${id}/remove`, { reason: 'moved' })
    await send()
    expect(target.bodies('/tried').map(({ type }) => type)).toEqual(['test', 'test'])
    expect((await desk.get('/recipients')).recipients).toEqual([])
    expect((await desk.act(null, `recipients/${id}/remove`)).status).toBe(404)
    expect(await desk.events('&action=notify')).toMatchObject([
      { refused: true },
      { from: { id }, to: null, reason: 'moved' },
      { to: { id, sent: 'a test' } },
      { refused: true },
      { to: { id, sent: 'a test' } },
      { from: null, to: { id } },
    ])
  })

  it('are chosen by those who may change the part', async () => {
    const releaser = await desk.registry.tokenFor({ role: 'releaser', part: 'quiz' })
    const wanted = { target: `${target.url}/mine` }
    expect((await desk.act(null, 'recipients', { ...wanted, part: 'quiz' }, releaser)).status).toBe(201)
    for (const part of ['events', undefined])
      expect((await desk.act(null, 'recipients', { ...wanted, part }, releaser)).status).toBe(403)
    const { id } = await add('/ours')
    for (const what of ['remove', 'test'])
      expect((await desk.act(null, `recipients/${id}/${what}`, {}, releaser)).status).toBe(403)
  })

  it('have targets that are addresses', async () => {
    for (const wrong of ['ftp://a.example/x', 'a@b', 'javascript:alert(1)', 'https://a:b@c.example/', 'nothing'])
      expect((await desk.act(null, 'recipients', { target: wrong })).status, wrong).toBe(400)
  })
})

describe.each(engines)('notifications over a restart, database $name', (engine) => {
  it('are sent by the next registry', async () => {
    const target = await webhookTarget()
    const { location, drop } = await engine.create({ durable: true })
    const files = mkdtempSync(join(tmpdir(), 'marram-files-'))
    const start = () => startRegistry(location, files, { internalWebhooks: true })
    const first = await start()
    const path = '/releases/environments/production'
    await first.call('POST', `${path}/recipients`, { json: { target: `${target.url}/later` } })
    await first.call('POST', `${path}/freeze`, { json: { reason: 'the weekend' } })
    await first.close()
    const second = await start()
    await sendDue(second.context)
    expect(target.bodies('/later')).toMatchObject([{ type: 'freeze', data: { reason: 'the weekend' } }])
    await second.close()
    await drop()
    await target.close()
    rmSync(files, { recursive: true })
  })
})

describe.each(engines.slice(0, 1))('notifications of a registry as it is by default', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
    await desk.begin()
  })
  afterAll(() => desk.remove())

  it('go neither into the network of its machine nor by http nor by mail', async () => {
    const refused = async (to: string) => (await desk.act(null, 'recipients', { target: to })).body.message
    expect(await refused('https://169.254.169.254/latest')).toContain('NOTIFY_INTERNAL')
    expect(await refused('https://[::1]/')).toContain('NOTIFY_INTERNAL')
    expect(await refused('http://hooks.example/x')).toContain('https://')
    expect(await refused('ana@example.org')).toContain('MAIL_URL')
    // Its name resolves to an address of this machine, which is seen when it connects.
    const { id } = (await desk.act(null, 'recipients', { target: 'https://localhost:9/x' })).body
    await desk.act('events', 'promote', { version: '1.1.0' })
    await sendDue(desk.registry.context)
    const { notifications } = await desk.get(`/notifications?recipient=${id}`)
    expect(notifications).toMatchObject([{ state: 'waiting', outcome: expect.stringContaining('NOTIFY_INTERNAL') }])
  })
})

describeOnServer('notifications of two registries', (engine) => {
  it('are each sent by one of them, one at a time to each recipient, also after both were away', async () => {
    const target = await webhookTarget()
    const desk = await releaseDesk(engine, { internalWebhooks: true })
    let open = 0
    let mostOpen = 0
    target.respond = (response) => {
      mostOpen = Math.max(mostOpen, ++open)
      setTimeout(() => {
        open -= 1
        response.writeHead(204).end()
      }, 50)
    }
    try {
      await desk.begin()
      const { id } = (await desk.act(null, 'recipients', { target: `${target.url}/one` })).body
      const change = async () => {
        for (const version of ['1.1.0', '1.2.0']) await desk.act('events', 'promote', { version })
      }
      const states = async () =>
        ((await desk.get(`/notifications?recipient=${id}`)).notifications as Shown[]).map(({ state }) => state)
      await change()
      // What is queued is in the database alone.
      const two = await Promise.all(
        [0, 1].map(() => startRegistry(desk.location, desk.files, { internalWebhooks: true })),
      )
      const stops = two.map(({ context }) => startScheduledJobs(context))
      await expect.poll(states, { timeout: 15_000 }).toEqual(['sent', 'sent'])
      await Promise.all(stops.map((stop) => stop()))
      for (let round = 0; round < 6; round += 1) {
        await change()
        await Promise.all(two.map(({ context }) => sendDue(context)))
      }
      await expect.poll(states, { timeout: 15_000 }).toEqual(Array(14).fill('sent'))
      await Promise.all(two.map((each) => each.close()))
      await sendDue(desk.registry.context)
      expect(target.received.length).toBe(14)
      expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(14)
      expect(mostOpen).toBe(1)
    } finally {
      await desk.remove()
      await target.close()
    }
  }, 60_000)
})
