import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgetPassword, getMailState, logIn, resetPassword } from '@marram/api-contract/account'
import { confirmSubscription, leaveNewsletter, subscribe } from '@marram/api-contract/newsletter'
import { createSubmission } from '@marram/api-contract/submissions'
import { createLog } from '@marram/server/log'
import { createMetrics } from '@marram/server/metrics'
import { engines } from '@marram/server/testing/engines'
import { type MailServer, startMailServer } from '@marram/server/testing/mail-server'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAllToConfirm, forgetUnconfirmed } from '../newsletter/ask-to-confirm'
import { subscribers } from '../newsletter/tables'
import { openTestApp, type TestApp } from '../testing/test-app'
import { account, PASSWORD, visitorOf } from '../testing/visitor'
import { forgetOldMails, queueMail } from './outbox'
import { mailSender } from './sender'
import { mails } from './tables'

const SITE = 'https://marram.example'
const NEW = 'marsh samphire'
const outbox = { site: SITE, key: Buffer.from('of these tests') }

const field = (data_label: string, data_value: string, data_type = 'textfield') => ({
  ...{ data_label, data_type, data_value },
})
const crew = (reach: string) => ({
  submitted_form: 'mail-crew',
  form_data: [field('Name', 'Bo'), field('Your e-mail', reach)],
})

describe.each(engines)('mail ($name)', (engine) => {
  let server: MailServer
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  let send: () => Promise<void>
  let sender: () => ReturnType<typeof mailSender>
  beforeAll(async () => {
    server = await startMailServer()
    test = await openTestApp(engine, { MAIL_URL: server.url, PUBLIC_URL: SITE })
    visitor = visitorOf(test.app)
    const log = createLog('api', 'silent')
    sender = () =>
      mailSender({
        ...{ db: test.db, log, metrics: createMetrics(), url: server.url },
        from: 'Marram <post@marram.example>',
      })
    send = sender().sendDue
    const fields = ['Name', 'Your e-mail'].map((data_label) => ({
      ...{ data_label, data_type: 'textfield' as const, data_value: null },
    }))
    const { forms } = await import('../forms/tables')
    await test.db.insert(forms).values({ slug: 'mail-crew', form_name: 'Mail crew', submission_form: fields })
  })
  afterAll(async () => {
    await test?.close()
    await server?.close()
  })
  const post = async (endpoint: { path: string }, body: object) => (await visitor.post(endpoint, body)).json()
  const linkIn = (address: string) =>
    new URL(/https:\S+\?\S+/.exec(server.to(address).at(-1)?.text ?? '')?.[0] ?? 'none:')
  const dueNow = () => test.db.update(mails).set({ dueAt: sql`now() - interval '1 second'` })
  const operate = async (file: string) => {
    const headers = { authorization: 'Bearer operator-token' }
    const sent = { method: 'POST' as const, url: '/operator/newsletter/send', payload: { file }, headers }
    return (await test.app.inject(sent)).json()
  }

  it('sends one receipt for each registration, with the reference and nothing that was typed', async () => {
    const headers = { 'idempotency-key': 'one-registration' }
    const sent = { method: 'POST' as const, url: createSubmission.path, payload: crew('bo@example.org'), headers }
    const [first, again] = [await test.app.inject(sent), await test.app.inject(sent)].map((each) => each.json())
    expect(first).toMatchObject({ code: 200, mailed: true })
    expect(again).toEqual(first)
    await send()
    await send()
    expect(server.to('bo@example.org')).toHaveLength(1)
    const [mail] = server.to('bo@example.org')
    expect(mail?.header('Subject')).toContain(first.reference)
    expect(mail?.header('From')).toBe('Marram <post@marram.example>')
    expect(mail?.text).toContain(first.reference)
    expect(mail?.text).toContain('tell us')
    expect(mail?.text).not.toContain('Bo')
    // Without an address there is nothing to send.
    expect(await post(createSubmission, crew('by letter'))).toMatchObject({ code: 200, mailed: false })
  })

  it('goes to the account of a logged-in visitor, and at most five times a day to one address', async () => {
    await visitor.register({ ...account('5200000001'), email: 'five@example.org' })
    const { access_token } = (await visitor.logIn('5200000001')).json()
    const mailed: boolean[] = []
    for (let i = 0; i < 6; i += 1)
      mailed.push((await visitor.post(createSubmission, crew('other@example.org'), access_token)).json().mailed)
    expect(mailed).toEqual([true, true, true, true, true, false])
    await send()
    expect([server.to('five@example.org').length, server.to('other@example.org').length]).toEqual([5, 0])
  })

  it('is not queued when its transaction fails', async () => {
    const mail = { kind: 'receipt', to: 'rolled@example.org', subject: 'a', text: 'b' } as const
    const failing = test.db.transaction(async (tx) => {
      expect(await queueMail(tx, outbox, { ...mail, key: 'rolled back' })).toBe(true)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await test.db.$count(mails, eq(mails.to, 'rolled@example.org'))).toBe(0)
    for (const queued of [true, false])
      expect(await test.db.transaction((tx) => queueMail(tx, outbox, { ...mail, key: 'twice' }))).toBe(queued)
  })

  it('is sent once by several processes, again after a failure, and with the same id', async () => {
    const queue = (to: string) =>
      test.db.transaction((tx) =>
        queueMail(tx, outbox, { key: `to ${to}`, kind: 'receipt', to, subject: 'a', text: 'b' }),
      )
    for (let i = 0; i < 8; i += 1) await queue(`many-${i}@example.org`)
    await Promise.all(Array.from({ length: 4 }, () => sender().sendDue()))
    for (let i = 0; i < 8; i += 1) expect(server.to(`many-${i}@example.org`)).toHaveLength(1)

    await queue('later@example.org')
    server.refusals.set('later@example.org', 451)
    await send()
    const [waiting] = await test.db.select().from(mails).where(eq(mails.to, 'later@example.org'))
    expect(waiting).toMatchObject({ attempts: 1, sentAt: null })
    expect(waiting?.dueAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
    server.refusals.clear()
    await send()
    expect(server.to('later@example.org')).toEqual([])
    await dueNow()
    await send()
    expect(server.to('later@example.org')[0]?.header('Message-ID')).toBe(`<${waiting?.id}@marram.example>`)

    // As after a process that ended between sending and recording it: the other server can recognize the same mail.
    await test.db.update(mails).set({ sentAt: null, dueAt: sql`now()` }).where(eq(mails.to, 'later@example.org'))
    await send()
    const ids = server.to('later@example.org').map((mail) => mail.header('Message-ID'))
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])

    await queue('nobody@example.org')
    server.refusals.set('nobody@example.org', 550)
    await send()
    expect(await test.db.$count(mails, eq(mails.to, 'nobody@example.org'))).toBe(0)
  })

  it('is deleted a day after it was sent', async () => {
    await test.db.execute(sql`update ${mails} set sent_at = now() - interval '25 hours' where sent_at is not null`)
    await forgetOldMails(test.db)
    expect(await test.db.$count(mails, sql`sent_at is not null`)).toBe(0)
  })

  it('asks new subscribers to confirm, then sends the newsletter once, with a one-click way to leave', async () => {
    const list = async () => (await test.db.select().from(subscribers)).map(({ email }) => email)
    await test.db.delete(subscribers)
    for (const email of ['ada@example.org', 'ada@example.org', 'eve@example.org'])
      expect((await post(subscribe, { email })).response).toContain('follow its link')
    await send()
    expect(server.to('ada@example.org')).toHaveLength(1)
    const link = linkIn('ada@example.org')
    expect([link.origin, link.pathname]).toEqual([SITE, '/newsletter'])
    expect(await post(confirmSubscription, { token: link.searchParams.get('confirm') })).toMatchObject({ code: 200 })
    expect(await post(confirmSubscription, { token: 'nonsense' })).toMatchObject({ code: 404 })

    const file = join(test.folders.service, 'newsletter.txt')
    writeFileSync(file, 'The tide in November\n\nIt came twice a day.\n')
    expect((await operate(file)).data).toEqual({ queued: 1 })
    expect((await operate(file)).data).toEqual({ queued: 0 })
    await send()
    expect(server.to('eve@example.org')).toHaveLength(1)
    const [, news] = server.to('ada@example.org')
    expect(news?.header('Subject')).toBe('The tide in November')
    expect(news?.text).toContain('It came twice a day.')
    expect(news?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const oneClick = new URL(/<(.*)>/.exec(news?.header('List-Unsubscribe') ?? '')?.[1] ?? 'none:')
    expect(oneClick.origin).toBe(SITE)
    // Some programs open every link in a mail.
    const opened = await test.app.inject(oneClick.pathname)
    expect(opened.headers['content-type']).toBe('text/html; charset=utf-8')
    const token = oneClick.pathname.split('/').at(-1)
    for (const path of [`/newsletter?leave=${token}`, '/']) expect(opened.body).toContain(`href="${SITE}${path}"`)
    const odd = await test.app.inject(`${oneClick.pathname}%22%3E%3Cb%3E`)
    expect(odd.body).not.toContain('<b>')
    expect(await list()).toContain('ada@example.org')
    const form = { method: 'POST' as const, url: oneClick.pathname, payload: 'List-Unsubscribe=One-Click' }
    const type = 'application/x-www-form-urlencoded'
    expect((await test.app.inject({ ...form, headers: { 'content-type': type } })).statusCode).toBe(200)
    expect(await list()).toEqual(['eve@example.org'])
    expect(await test.db.$count(mails, eq(mails.to, 'ada@example.org'))).toBe(0)

    // As by the hourly tidying in the following days.
    const sentAgo = (time: string) =>
      test.db.execute(sql`update ${mails} set sent_at = now() - ${time}::interval, created_at = now() - ${time}::interval
        where sent_at is not null`)
    await post(subscribe, { email: 'kim@example.org' })
    await test.db.update(subscribers).set({ confirmedAt: sql`now()` }).where(eq(subscribers.email, 'kim@example.org'))
    expect((await operate(file)).data).toEqual({ queued: 1 })
    await send()
    for (const time of ['25 hours', '8 days', '31 days', '10 years']) {
      await sentAgo(time)
      await forgetOldMails(test.db)
      expect((await operate(file)).data, time).toEqual({ queued: 0 })
    }
    const left = await test.db.select().from(mails).where(eq(mails.kind, 'newsletter'))
    expect(left.map(({ to, subject, text, leave }) => [to, subject, text, leave])).toEqual([['', '', '', null]])
    const [kim] = await test.db.select().from(subscribers).where(eq(subscribers.email, 'kim@example.org'))
    await post(leaveNewsletter, { token: kim?.token })
    expect(await test.db.$count(mails, eq(mails.kind, 'newsletter'))).toBe(0)

    const [eve] = await test.db.select().from(subscribers)
    await post(leaveNewsletter, { token: eve?.token })
    expect(await list()).toEqual([])
    expect(await operate(file)).toMatchObject({ data: { queued: 0 } })
    writeFileSync(file, '\n')
    expect(await operate(file)).toMatchObject({ code: 400, message: expect.stringContaining('the first line') })
  })

  it.each(['by a link', 'by one click'])('sends nothing that was queued to subscribers who leave %s', async (way) => {
    const email = `leaves-${way.replaceAll(' ', '-')}@example.org`
    const [joined] = await test.db.insert(subscribers).values({ email, confirmedAt: new Date() }).returning()
    const { token = '' } = joined ?? {}
    const file = join(test.folders.service, `${email}.txt`)
    writeFileSync(file, `News for ${email}\n\nThe tide comes twice a day.\n`)
    expect((await operate(file)).data).toEqual({ queued: 1 })
    const receipt = { key: email, kind: 'receipt', to: email, subject: 'a', text: 'b' } as const
    await test.db.transaction((tx) => queueMail(tx, outbox, receipt))
    if (way === 'by a link') await post(leaveNewsletter, { token })
    else {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const form = { headers, payload: 'List-Unsubscribe=One-Click' }
      await test.app.inject({ method: 'POST', url: `/api/home/news-letter/one-click/${token}`, ...form })
    }
    await send()
    // Mail that is not from the list is still sent.
    expect(server.to(email).map((mail) => mail.header('Subject'))).toEqual(['a'])
  })

  it('asks subscribers from before the site sent mail once, and deletes those who never confirm', async () => {
    await test.db.delete(subscribers)
    await test.db.insert(subscribers).values({ email: 'early@example.org' })
    for (let i = 0; i < 2; i += 1) await askAllToConfirm(test.db, outbox)
    await send()
    expect(server.to('early@example.org')).toHaveLength(1)
    await forgetUnconfirmed(test.db)
    expect(await test.db.$count(subscribers)).toBe(1)
    await test.db.execute(sql`update ${subscribers} set asked_at = now() - interval '31 days'`)
    await forgetUnconfirmed(test.db)
    expect(await test.db.$count(subscribers)).toBe(0)
  })

  it('asks a long list in batches, each in its own transaction', async () => {
    await test.db.execute(sql`
      insert into ${subscribers} (email) select 'long-' || n || '@example.org' from generate_series(1, 501) as n`)
    await askAllToConfirm(test.db, outbox)
    // Rows of one transaction have its number.
    const { rows } = await test.db.execute<{ queued: number }>(sql`
      select count(*)::int as queued from ${mails} where recipient::text like 'long-%' group by xmin::text order by 1`)
    expect(rows).toEqual([{ queued: 1 }, { queued: 500 }])
    const isLong = sql`recipient::text like 'long-%'`
    await test.db.delete(mails).where(isLong)
    await test.db.delete(subscribers)
  })

  it('lets the owner of an account reset the password, once, within an hour', async () => {
    const phone = '5200000002'
    await visitor.register({ ...account(phone), email: 'owner@example.org' })
    const session = (await visitor.logIn(phone)).json()
    expect((await test.app.inject(getMailState.path)).json().data).toEqual({ sends: true })
    const known = await post(forgetPassword, { phone })
    expect(await post(forgetPassword, { phone: '5200000099' })).toEqual(known)
    await send()
    const link = linkIn('owner@example.org')
    expect([link.origin, link.pathname]).toEqual([SITE, '/password'])
    const token = link.searchParams.get('token') ?? ''
    const choose = (with_: string, password = NEW) =>
      post(resetPassword, { token: with_, password, password2: password })
    const [id = '', until = '', proof = ''] = token.split('.')
    const later = (Number.parseInt(until, 36) + 1).toString(36)
    for (const forged of ['', 'a.b.c', `${id}.${later}.${proof}`, `${id}.${until}.${proof.slice(1)}`])
      expect((await choose(forged)).code).toBe(400)
    expect(await choose(token, 'password1')).toMatchObject({ code: 400, errors: { password: expect.any(String) } })
    expect(await choose(token)).toMatchObject({ code: 200 })
    expect((await choose(token)).code).toBe(400)
    expect(await visitor.verify(session.access_token)).toMatchObject({ code: 401 })
    expect((await post(logIn, { email: phone, password: NEW })).code).toBe(200)
    expect((await post(logIn, { email: phone, password: PASSWORD })).code).toBe(401)
  })

  it('unlocks an account for its owner after others have locked it for new devices', async () => {
    const phone = '5200000004'
    await visitor.register({ ...account(phone), email: 'shut-out@example.org' })
    const statuses = new Set<number>()
    for (let network = 0; network < 130; network += 1)
      for (let i = 0; i < 2; i += 1)
        statuses.add((await visitor.logIn(phone, 'wrong password', `198.51.${network}.7`)).statusCode)
    expect([...statuses]).toEqual([401, 429])
    await post(forgetPassword, { phone })
    await send()
    const token = linkIn('shut-out@example.org').searchParams.get('token')
    const body = { token, password: NEW, password2: NEW, device: 'of-another-account' }
    const { device } = await post(resetPassword, body)
    expect(device).toContain(' of-another-account')
    const logInAgain = (device?: string) => visitor.logIn(phone, NEW, '192.0.2.77', device)
    expect((await logInAgain()).statusCode).toBe(429)
    expect((await logInAgain(device)).statusCode).toBe(200)
  })
})

describe.each(engines)('a site without a mail server ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  beforeAll(async () => {
    test = await openTestApp(engine)
    visitor = visitorOf(test.app)
  })
  afterAll(() => test?.close())

  it('reports that, queues nothing, and stores subscribers', async () => {
    expect((await test.app.inject(getMailState.path)).json().data).toEqual({ sends: false })
    await visitor.register(account('5200000003'))
    expect((await visitor.post(forgetPassword, { phone: '5200000003' })).statusCode).toBe(404)
    const { response } = (await visitor.post(subscribe, { email: 'bo@example.org' })).json()
    expect(response).toBe('Thank you. You are on the list.')
    expect(await test.db.$count(subscribers, eq(subscribers.email, 'bo@example.org'))).toBe(1)
    expect(await test.db.$count(mails)).toBe(0)
  })
})
