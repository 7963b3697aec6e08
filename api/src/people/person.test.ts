import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetPassword } from '@marram/api-contract/account'
import { createComment } from '@marram/api-contract/comments'
import { keptOnServers } from '@marram/api-contract/personal-data'
import { createSubmission } from '@marram/api-contract/submissions'
import { engines } from '@marram/server/testing/engines'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mails } from '../mail/tables'
import { quizAnswers, quizScores } from '../quiz/tables'
import { killAll, runCli, startApi } from '../testing/api-process'
import { openQuizApp, type QuizApp, recordsFor } from '../testing/quiz-app'
import { account, PASSWORD, visitorOf } from '../testing/visitor'
import { isNamedIn, readNamed } from './named-in'

const PHONE = '02079460123'
const EMAIL = 'philippa.quennell@example.org'
const SECRETS = [PHONE, '2079460123', '7946 0123', '7946 / 0123', EMAIL, 'philippa', 'quennell']

const field = (data_label: string, data_value: string, data_type = 'textfield') => ({
  ...{ data_label, data_type, data_value },
})
const registration = (name: string, phone: string, photo: string) => ({
  submitted_form: 'sports-entry',
  form_data: [
    ...[field('Full name', name), field('Phone number', phone), field('Photo for your badge', photo, 'file')],
    field('Which distance would you like?', 'The walk', 'selectfield'),
  ],
})
const crew = (note: string) => ({
  submitted_form: 'helping-hands',
  form_data: [
    ...[field('Name', 'Philippa Quennell'), field('How can we reach you?', 'By letter')],
    field('What would you like to do?', 'Count plants', 'selectfield'),
    field('Anything we should know', note, 'paragraph'),
  ],
})
const imageOf = async (background: string) => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

describe.each(engines)('a request for personal data ($name)', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-person-'))
  let test: QuizApp
  beforeAll(async () => {
    // Nothing is sent anywhere: the mails stay in the queue.
    test = await openQuizApp(engine, { MAIL_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://marram.example' })
  })
  afterAll(async () => {
    await test?.close()
    rmSync(folder, { recursive: true })
  })
  const operate = async (action: 'find' | 'export' | 'erase', person: string, more = {}) => {
    const response = await test.app.inject({
      ...{ method: 'POST', url: `/operator/person/${action}`, payload: { person, ...more } },
      headers: { authorization: 'Bearer operator-token' },
    })
    return response.json()
  }
  const post = async (url: string, payload: object, headers = {}) =>
    expect((await test.app.inject({ method: 'POST', url, payload, headers })).json()).toMatchObject({ code: 200 })
  const tables = async () => {
    const { rows } = await test.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'api' order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  /** Every row as text, in lower case. */
  const textOf = async (table: string) => {
    const { rows } = await test.db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier('api')}.${sql.identifier(table)} t`,
    )
    return rows.map(({ row }) => row.toLowerCase()).join('\n')
  }
  const tablesWith = async (secrets: string[]) => {
    const found: string[] = []
    for (const table of await tables()) {
      const text = await textOf(table)
      if (secrets.some((secret) => text.includes(secret))) found.push(table)
    }
    return found
  }

  it('finds the person wherever a visitor can enter something, exports with images, and erases from a full dump', async () => {
    const visitor = visitorOf(test.app)
    const person = {
      ...account(PHONE),
      first_name: 'Philippa',
      last_name: 'Quennell',
      email: 'philippa.quennell@Example.org',
    }
    expect((await visitor.register(person)).statusCode).toBe(200)
    expect((await visitor.logIn('+44 (0)20 7946-0123')).statusCode).toBe(200)
    await visitor.logIn(PHONE, `${PASSWORD}!`)
    await post('/api/home/news-letter/create', { email: 'philippa.quennell@example.org' })
    const form = registration('Philippa Quennell', '+44 20 7946 0123', await imageOf('#0B5F57'))
    // A separate client may choose its own key, even from personal data.
    const key = { 'idempotency-key': `${PHONE}/${EMAIL}` }
    await post(createSubmission.path, form, key)
    await post(createSubmission.path, crew('<p>Ring <b>020</b> 7946 / 0123, 10 am</p>'))
    await post(createSubmission.path, crew('<p>Philippa.<b>Quennell</b>@example.org</p>'))
    const comment = { kind: 'news', slug: 'ridge-run-2026', name: 'Philippa Quennell', email: EMAIL }
    await post(createComment.path, { ...comment, text: 'Ring me: 020 7946 0123.' })
    await post(createComment.path, { ...comment, name: 'Bo', email: '', text: 'Not 020 7946 0124.' })
    const quiz = { name: 'Philippa Quennell', phone: '020 7946 0123' }
    expect((await test.submit(recordsFor(quiz, { 900001: 'option3', 900012: null }))).statusCode).toBe(200)
    // Other people with similar names.
    const photo = await imageOf('#A1B2C3')
    await post(createSubmission.path, registration('Bo', '02079460124', photo))
    await post(createSubmission.path, crew('<p>0207 946 012, another-philippa.quennell@example.org</p>'))
    await post('/api/home/news-letter/create', { email: 'not.philippa.quennell@example.org' })
    await post('/api/home/news-letter/create', { email: 'bo@example.org' })

    const personal = keptOnServers.filter(({ byPerson }) => byPerson).flatMap(({ tables }) => Object.keys(tables))
    // A session names nobody: it is deleted with its account.
    expect(await tablesWith(SECRETS)).toEqual(personal.filter((table) => table !== 'sessions').sort())

    const byPhone = {
      ...{ accounts: 1, logins: 1, forms: 2, comments: 1, mails: 0, images: 1 },
      ...{ 'answers of quizzes': 2, 'results of quizzes': 2, newsletter: 0 },
    }
    expect(await operate('find', '+44 20 7946 0123')).toEqual({
      code: 200,
      data: { ...byPhone, 'of these perhaps of a longer number': 0 },
    })
    // Read in an export before they are erased.
    await post(createSubmission.path, crew('<p>0161496000 - 9am</p>'))
    await post(createSubmission.path, crew('<p>Ring 0161 496 000, 9am</p>'))
    expect((await operate('find', '0161496000')).data).toMatchObject({
      forms: 2,
      'of these perhaps of a longer number': 1,
    })
    expect((await operate('erase', '0161496000')).data).toMatchObject({ forms: 2 })
    expect((await operate('find', ' PHILIPPA.quennell@example.org')).data).toMatchObject({
      accounts: 1,
      forms: 1,
      comments: 1,
      newsletter: 1,
      mails: 1,
    })

    const target = join(folder, 'tull')
    expect((await operate('export', PHONE, { folder: target })).data).toEqual(byPhone)
    const files = readdirSync(target)
    expect(files).toEqual([expect.stringMatching(/\.webp$/), 'person.json'])
    for (const file of files) expect(statSync(join(target, file)).mode & 0o777).toBe(0o600)
    expect(statSync(target).mode & 0o777).toBe(0o700)
    expect((await sharp(readFileSync(join(target, files[0] as string))).metadata()).width).toBe(60)
    const exported = readFileSync(join(target, 'person.json'), 'utf8')
    for (const word of ['Philippa', 'philippa.quennell@Example.org', 'The walk', 'option3'])
      expect(exported).toContain(word)
    expect(exported).not.toContain('argon2')
    expect((await operate('export', PHONE, { folder: target })).message).toContain('something else is there already')

    expect((await operate('erase', PHONE)).data).toEqual(byPhone)
    expect((await operate('erase', EMAIL)).data).toMatchObject({ accounts: 0, forms: 1, newsletter: 1, mails: 1 })
    for (const asked of [PHONE, EMAIL])
      expect(new Set(Object.values((await operate('erase', asked)).data))).toEqual(new Set([0]))
    const left = [
      'not.philippa.quennell@example.org',
      'another-philippa.quennell@example.org',
      'philippa quennell',
      '0207 946 012,',
    ]
    for (const table of await tables()) {
      let text = await textOf(table)
      for (const other of left) text = text.replaceAll(other, '')
      for (const secret of SECRETS) expect({ table, has: text.includes(secret) && text }).toEqual({ table, has: false })
    }
    const images = readdirSync(test.folders.uploads)
    expect(images).toHaveLength(1)
    const { dominant } = await sharp(readFileSync(join(test.folders.uploads, images[0] as string))).stats()
    expect(dominant.r).toBeGreaterThan(100)
    // A browser that sends its draft once more restores nothing.
    await post(createSubmission.path, form, key)
    expect((await operate('find', PHONE)).data).toMatchObject({ forms: 0, images: 0 })
  })

  it('leaves no hash of an address that could be guessed', async () => {
    const visitor = visitorOf(test.app)
    const [phone, email] = ['02079460199', 'Secret.Reader@example.org']
    await visitor.register({ ...account(phone), email })
    await visitor.post(forgetPassword, { phone })
    await test.db.update(mails).set({ sentAt: new Date() }).where(eq(mails.to, email))
    expect((await operate('erase', phone)).data).toMatchObject({ accounts: 1 })
    expect(await test.db.$count(mails, eq(mails.kind, 'password'))).toBe(1)
    const digests = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].flatMap((name) =>
      [email, email.toLowerCase()].flatMap((text) => {
        const digest = createHash(name).update(text).digest()
        return (['hex', 'base64', 'base64url'] as const).map((form) => digest.toString(form).toLowerCase())
      }),
    )
    expect(await tablesWith([email.toLowerCase(), ...digests])).toEqual([])
  })

  it('finds and erases the person in names too, however number or address is written there, and nobody else', async () => {
    const submit = async (name: string, phone: string) =>
      expect([name, (await test.submit(recordsFor({ name, phone }, { 900001: 'option1' }))).statusCode]).toEqual([
        name,
        200,
      ])
    const other = '01632960000'
    const theirs = [
      ...[
        'Bo 020 7946 0123',
        'Bo +44 (0)20 7946-0123',
        'Bo ０２０ ７９４６ ０１２３',
        'Bo ⓪②⓪⑦⑨④⑥⓪①②③',
        'Zoë 0044 20 7946 0123',
      ],
      ...[
        'Bo \u202a020\u00a07946 0123\u202c',
        '44 20 7946 0123',
        'Бо 01632 960000 / 0044 20 7946 0123',
        '&#48;20 7946 0123',
      ],
    ]
    const addressed = [
      'A@B.org',
      'Bo <a@b.org>',
      "Bo 'a@b.org'",
      'Bo a\u00ad@b.org',
      'Бо ａ＠ｂ．ｏｒｇ',
      'Bo, A&#64;b.org!',
    ]
    const others = [
      'xa@b.org',
      'x\u0332a@b.org',
      "o'a@b.org",
      'a@b.org.uk',
      'y.a@b.org',
      'e\u0301a@b.org',
      'Bo 0207 946 0124',
      'Bo 0207 946 012, 30',
    ]
    for (const name of [...theirs, ...addressed, ...others]) await submit(name, other)
    // Names in accounts too: their owners may have entered somebody else's.
    const visitor = visitorOf(test.app)
    const named = { ...account('01632960001'), first_name: 'Bo 020 7946 0123', email: 'xa@b.org' }
    expect((await visitor.register(named)).statusCode).toBe(200)
    expect((await visitor.register({ ...account('01632960002'), last_name: "O'A@B.org" })).statusCode).toBe(200)

    const quizzes = (count: number) => ({ 'answers of quizzes': count, 'results of quizzes': count })
    expect((await operate('find', PHONE)).data).toMatchObject({ accounts: 1, ...quizzes(theirs.length) })
    expect((await operate('find', 'ａ＠B.org')).data).toMatchObject({ accounts: 0, ...quizzes(addressed.length) })
    expect((await operate('erase', '\u202a+44 20 7946 0123\u202c')).data).toMatchObject(quizzes(theirs.length))
    expect((await operate('erase', 'a@b.org')).data).toMatchObject(quizzes(addressed.length))
    for (const table of [quizAnswers, quizScores]) {
      const left = await test.db.select({ name: table.name }).from(table).where(eq(table.phone, other))
      expect(left.map(({ name }) => name).sort()).toEqual(others.map((name) => name.normalize('NFC')).sort())
    }
    expect((await operate('erase', other)).data).toMatchObject(quizzes(others.length))
  })

  it('finds the person in every name that `isNamedIn` matches: the database filter misses none', async () => {
    const digits = [...'0123456789'].map((digit) => {
      const at = Number(digit)
      const alike = [0xff10, 0x1d7ce, 0x1d7e2, 0x2080].map((zero) => String.fromCodePoint(zero + at))
      return fc.constantFrom(digit, ...alike, `&#${48 + at};`)
    })
    const spelt = fc
      .constantFrom(PHONE, '+442079460123', '00442079460123')
      .chain((typed) => fc.tuple(...[...typed].map((each) => digits[Number(each)] ?? fc.constant(each))))
      .map((parts) => parts.join(''))
    const around = fc.constantFrom('', 'Bo ', 'Бо ', '名', 'é ', '9, ')
    const written = fc.oneof(
      spelt,
      fc.mixedCase(fc.constantFrom(EMAIL, EMAIL.replace('@', '＠'), EMAIL.replace('@', '&#64;'))),
    )
    const name = fc.tuple(around, written, around).map((parts) => parts.join('').normalize('NFC'))
    const names = [...new Set(fc.sample(fc.oneof(name, fc.string({ unit: 'grapheme', minLength: 1 })), 400))]
    const kept = names.filter((each) => !each.includes('\0'))
    const score = { phone: '01632960003', olympiad: 'test-tides', nameKey: '', phoneEnd: '003' }
    const counts = { correct_answers: 0, total_question: 1 }
    await test.db.insert(quizScores).values(kept.map((each) => ({ name: each, ...score, ...counts })))
    for (const person of [PHONE, EMAIL]) {
      const wanted = kept.filter((each) => isNamedIn(each, readNamed(person)))
      expect(wanted.length).toBeGreaterThan(5)
      expect((await operate('erase', person)).data['results of quizzes']).toBe(wanted.length)
    }
  })

  it.each(['', '12', 'a@b c', 'nobody'])(
    'does not accept "%s" as a phone number or an e-mail address',
    async (person) =>
      expect(await operate('erase', person)).toMatchObject({
        code: 400,
        message: expect.stringContaining('Name one phone number'),
      }),
  )
})

describe('a phone number in a text', () => {
  const short = readNamed('0161496000')
  it.each([
    '0161496000 - 9am',
    '0161496000 (2 seats)',
    'Ring 0161496000. 3 of us come',
    '1. 0161496000',
    '+44 161 496 000 / 2',
    '<p>0161 496 000</p><p>2 seats</p>',
    '12/3: (0161) 496000 1',
    '016149600.00 0',
  ])('is found beside other digits: %s', (text) => expect(isNamedIn(text, short)).toBe(true))

  it.each(['01614960001', '0161 496 0001', '+44 1614960001', '0161 496 00'])(
    'is not found inside another number: %s',
    (text) => expect(isNamedIn(text, short)).toBe(false),
  )

  it('is found in any spelling and surroundings, and not as a part of a longer one', () => {
    const gap = fc.constantFrom(' ', ' - ', ' (', ') ', '. ', ' / ', '–', '\n', ', ', '][')
    const between = fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0')
    const beside = fc.constantFrom('', '1', '9am', '2 seats', '12/3', '2026', 'Ring', 'we are 3', '07')
    const digits = fc.stringMatching(/^[1-9]\d{8,9}$/)
    const spelt = (rest: string, prefix: string) =>
      fc.array(between, { minLength: rest.length, maxLength: rest.length }).map((gaps) => ({
        phone: `0${rest}`,
        written: prefix + [...rest].map((digit, i) => gaps[i] + digit).join(''),
      }))
    const number = fc
      .tuple(digits, fc.constantFrom('0', '+44', '0044', '+44 (0)', '(0)'))
      .chain(([rest, prefix]) => spelt(rest, prefix))
    fc.assert(
      fc.property(beside, gap, number, gap, beside, (before, left, { phone, written }, right, after) => {
        expect(isNamedIn(before + left + written + right + after, readNamed(phone))).toBe(true)
      }),
    )
    const longer = fc.tuple(fc.stringMatching(/^0[1-9]\d{8}$/), fc.constantFrom(...'0123456789'))
    fc.assert(
      fc.property(longer, ([phone, digit]) => {
        expect(isNamedIn(`Ring ${phone}${digit}, please`, readNamed(phone))).toBe(false)
      }),
    )
  })
})

describe('the command line', () => {
  const data = mkdtempSync(join(tmpdir(), 'marram-person-'))
  afterAll(() => {
    killAll()
    rmSync(data, { recursive: true })
  })

  it('erases only after confirmation, and logs no names', async () => {
    const api = startApi(data, { LOG_LEVEL: 'trace' })
    const url = await api.ready
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': EMAIL + JSON.stringify(body).length }
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.status).toBe(200)
    }
    await send('/api/home/news-letter/create', { email: EMAIL })
    await send(createSubmission.path, registration('Philippa Quennell', PHONE, await imageOf('#0B5F57')))
    await send(createSubmission.path, crew(`<p>${EMAIL}</p>`))
    await send('/api/quiz/submit', recordsFor({ name: 'Philippa Quennell', phone: PHONE }, { 101: 'option1' }))
    await fetch(`${url}/api/quiz/participant/Philippa%20Quennell/${PHONE}/submissions?name=quennell`)
    expect(await runCli(data, 'person', 'find', EMAIL)).toEqual({
      errors: '',
      code: 0,
      text: 'Stored: forms 1, newsletter 1\n',
    })
    expect(await runCli(data, 'person', 'erase', EMAIL)).toMatchObject({
      code: 1,
      errors: 'Nothing was erased. To erase this, add --yes.\n',
    })
    expect(await runCli(data, 'person', 'erase', EMAIL, '--yes')).toMatchObject({
      text: 'Erased: forms 1, newsletter 1\n',
    })
    expect(await runCli(data, 'person', 'erase', EMAIL, '--yes')).toMatchObject({
      code: 0,
      text: 'Nothing is stored under this phone number or e-mail address.\n',
    })
    api.child.kill('SIGTERM')
    const { text, errors } = await api.ended
    expect(text).toContain('/operator/person/erase')
    for (const secret of SECRETS) expect((text + errors).toLowerCase()).not.toContain(secret)
  })
})
