import { readdirSync } from 'node:fs'
import { forgetPassword } from '@marram/api-contract/account'
import { createComment, listComments, withdrawComment } from '@marram/api-contract/comments'
import { fillPath } from '@marram/api-contract/endpoint'
import { getSentImage, listSent, type SentItem } from '@marram/api-contract/sent'
import { createSubmission, OWN_WORK } from '@marram/api-contract/submissions'
import { engines } from '@marram/server/testing/engines'
import { and, eq, ne } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comments } from '../comments/tables'
import { submissions } from '../forms/tables'
import { queueMail } from '../mail/outbox'
import { mails } from '../mail/tables'
import { openTestApp, type TestApp } from '../testing/test-app'
import { account, PASSWORD, visitorOf } from '../testing/visitor'

const field = (data_label: string, data_value: string, data_type = 'textfield') => ({
  ...{ data_label, data_type, data_value },
})
const crew = (name: string) => ({
  submitted_form: 'helping-hands',
  form_data: [field('Name', name), field('What would you like to do?', 'Count plants', 'selectfield')],
})
const article = { kind: 'news', slug: 'ridge-run-2026' }

describe.each(engines)('submissions of a logged-in visitor ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  let photo: string
  beforeAll(async () => {
    // Nothing is sent anywhere: the mails stay in the queue.
    test = await openTestApp(engine, { MAIL_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://marram.example' })
    visitor = visitorOf(test.app)
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0B5F57' } })
      .jpeg()
      .toBuffer()
    photo = `data:image/jpeg;base64,${bytes.toString('base64')}`
  })
  afterAll(() => test?.close())

  const sentBy = async (token: string): Promise<SentItem[]> => (await visitor.get(listSent.path, token)).json().data
  const imageFor = (token: string, name: string) => visitor.get(fillPath(getSentImage.path, { name }), token)
  const work = (title: string) => ({
    submitted_form: OWN_WORK,
    form_data: [
      ...[field('What is it?', 'A letter', 'selectfield'), field('Title', title)],
      ...[field('Text', '<p>The <b>water</b></p>', 'paragraph'), field('First image', photo, 'file')],
    ],
  })
  const comment = (text: string) => ({ ...article, name: 'Rosalind', text })
  const shown = async () =>
    (await test.app.inject(fillPath(listComments.path, article))).json().data.map(({ text }: { text: string }) => text)
  const operate = async (action: string, payload: object = {}) => {
    const headers = { authorization: 'Bearer operator-token' }
    return (await test.app.inject({ method: 'POST', url: `/operator/${action}`, payload, headers })).json()
  }
  let phones = 5_100_000_000
  const join = async () => {
    phones += 1
    return { phone: String(phones), token: (await visitor.join(String(phones))).access_token }
  }

  it('are listed only for their owner, newest first, with state and reference, not by phone number alone', async () => {
    const { phone, token } = await join()
    for (const none of [undefined, 'of an ended session'])
      expect((await visitor.post(createSubmission, crew(`Not logged in, ${phone}`), none)).json().listed).toBe(false)
    await visitor.post(createComment, comment(`Not logged in, ${phone}`))
    const { reference, listed } = (await visitor.post(createSubmission, crew('Rosalind'), token)).json()
    expect(listed).toBe(true)
    await visitor.post(createSubmission, work('Where the water stood'), token)
    await visitor.post(createComment, comment('Two tides a day.'), token)
    const sent = await sentBy(token)
    expect(sent.map(({ kind, title, state }) => [kind, title, state])).toEqual([
      ['comment', expect.stringMatching(/\w/), 'waiting'],
      ['work', 'Where the water stood', 'waiting'],
      ['registration', expect.stringMatching(/\w/), 'received'],
    ])
    expect(sent[2]).toMatchObject({ reference, fields: expect.arrayContaining([{ label: 'Name', value: 'Rosalind' }]) })
    expect(await sentBy((await join()).token)).toEqual([])
  })

  it('include their images, for nobody else', async () => {
    const { token } = await join()
    await visitor.post(createSubmission, work('With a photo'), token)
    const fields = (await sentBy(token))[0]?.fields ?? []
    const name = fields.find((each) => each.is_image)?.value ?? ''
    const { image } = (await imageFor(token, name)).json().data
    const bytes = Buffer.from(image.slice('data:image/webp;base64,'.length), 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 60 })
    for (const [who, what] of [
      [(await join()).token, name],
      [token, 'none.webp'],
      [token, '../token-secret'],
    ] as const)
      expect((await imageFor(who, what)).statusCode).toBe(404)
  })

  it('include submitted work only with a login, and show what was decided', async () => {
    for (const token of [undefined, 'a.b.c'])
      expect((await visitor.post(createSubmission, work('Nobody’s'), token)).statusCode).toBe(401)
    const { token } = await join()
    const [one, other] = ['One', 'Another'].map((title) => visitor.post(createSubmission, work(title), token))
    const references = [await one, await other].map((response) => response?.json().reference)
    const { waiting } = (await operate('submissions/list')).data
    const mine = waiting.find((each: { reference: string }) => each.reference === references[0])
    expect(mine).toMatchObject({ from: expect.stringContaining('Rosalind Okafor') })
    expect(mine.texts).toContainEqual(['Text', 'The water'])
    expect(mine.texts).toContainEqual(['First image', expect.stringMatching(/^file:.*\.webp$/)])
    expect(await operate('submissions/take', { reference: references[0] })).toMatchObject({ code: 200 })
    expect(await operate('submissions/reject', { reference: references[1]?.toLowerCase() })).toMatchObject({
      code: 200,
    })
    const states = (await sentBy(token)).map(({ title, state }) => [title, state])
    expect(Object.fromEntries(states)).toEqual({ One: 'taken', Another: 'rejected' })
    for (const reference of ['00000000', '%', '', 'xyz'])
      expect(await operate('submissions/take', { reference })).toMatchObject({ code: 400 })
    // A registration is not decided about.
    const registered = (await visitor.post(createSubmission, crew('Rosalind'), token)).json()
    expect(await operate('submissions/take', { reference: registered.reference })).toMatchObject({ code: 400 })
  })

  it('stay when the account is deleted, or are deleted with it, with images and from pages, as the owner chooses', async () => {
    for (const withSent of [false, true]) {
      const { token } = await join()
      await visitor.post(createSubmission, work('To be or not'), token)
      const text = `It ${withSent ? 'goes' : 'stays'}.`
      await visitor.post(createComment, comment(text), token)
      const [said, written] = await sentBy(token)
      await operate('comments/approve', { reference: said?.reference })
      expect(await shown()).toContain(text)
      const image = written?.fields.find((each) => each.is_image)?.value ?? ''
      expect((await visitor.erase(token, 'wrong password', withSent)).statusCode).toBe(400)
      expect((await visitor.erase(token, PASSWORD, withSent)).statusCode).toBe(200)
      const left = await test.db
        .select()
        .from(submissions)
        .where(eq(submissions.id, written?.id ?? ''))
      expect(left.map(({ user }) => user)).toEqual(withSent ? [] : [null])
      await expect.poll(async () => (await shown()).includes(text)).toBe(!withSent)
      expect(readdirSync(test.folders.uploads).includes(image)).toBe(!withSent)
    }
  })

  it.each([false, true])('leave no address in the mail queue (submissions deleted too: %s)', async (withSent) => {
    const email = `gone-${withSent}@example.org`
    const to = () => test.db.$count(mails, eq(mails.to, email))
    const again = async () => {
      phones += 1
      await visitor.register({ ...account(String(phones)), email })
      const { access_token } = (await visitor.logIn(String(phones))).json()
      return { phone: String(phones), token: access_token as string }
    }
    const { phone, token } = await again()
    for (let i = 0; i < 5; i += 1) await visitor.post(createSubmission, crew('Rosalind'), token)
    await visitor.post(forgetPassword, { phone })
    // One of the receipts is still queued, and so is the link for a password.
    const receipts = and(eq(mails.to, email), eq(mails.kind, 'receipt'))
    const [first] = await test.db.select().from(mails).where(receipts)
    await test.db
      .update(mails)
      .set({ sentAt: new Date() })
      .where(and(receipts, ne(mails.id, first?.id ?? '')))
    const newsletter = { key: email, kind: 'newsletter', to: email, subject: 'a', text: 'b' } as const
    await test.db.transaction((tx) => queueMail(tx, { key: Buffer.from('none') }, newsletter))
    expect(await to()).toBe(5 + 1 + 1)
    expect((await visitor.erase(token, PASSWORD, withSent)).statusCode).toBe(200)
    // The newsletter does not belong to the account.
    expect(await to()).toBe(1)
    // The four that were sent still count.
    const next = await again()
    const mailed = []
    for (let i = 0; i < 2; i += 1)
      mailed.push((await visitor.post(createSubmission, crew('Rosalind'), next.token)).json().mailed)
    expect(mailed).toEqual([true, false])
  })

  it('include comments, which only their owner can delete', async () => {
    const { token } = await join()
    await visitor.post(createComment, comment('I was wrong.'), token)
    const [mine] = await sentBy(token)
    await operate('comments/approve', { reference: mine?.reference })
    expect(await shown()).toContain('I was wrong.')
    const other = await join()
    expect((await visitor.post(withdrawComment, { id: mine?.id }, other.token)).statusCode).toBe(404)
    expect((await visitor.post(withdrawComment, { id: 'nonsense' }, token)).statusCode).toBe(404)
    expect((await visitor.post(withdrawComment, { id: mine?.id }, token)).statusCode).toBe(200)
    await expect.poll(shown).not.toContain('I was wrong.')
    expect(await sentBy(token)).toEqual([])
    expect(await test.db.$count(comments, eq(comments.text, 'I was wrong.'))).toBe(0)
  })
})
