import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_IN_FIRST, NOTHING_FILLED } from '@marram/api-contract/submissions'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscribers } from '../newsletter/tables'
import { fromEdge, openTestApp, type TestApp } from '../testing/test-app'
import { visitorOf } from '../testing/visitor'
import { forms, submissions } from './tables'

const field = (data_label: string, data_type: string, data_value: unknown) => ({ data_label, data_type, data_value })

describe.each(engines)('a visitor ($name)', (engine) => {
  let test: TestApp
  let photo: string
  beforeAll(async () => {
    test = await openTestApp(engine)
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0B5F57' } })
      .withExif({ IFD0: { Artist: 'Rosalind Okafor' } })
      .jpeg()
      .toBuffer()
    photo = `data:image/jpeg;base64,${jpeg.toString('base64')}`
  })
  afterAll(() => test?.close())

  const send = (payload: object, headers = {}) =>
    test.app.inject({ method: 'POST', url: '/api/submission/create', payload, headers })
  const entry = (overrides: Record<string, unknown> = {}) => ({
    submitted_form: 'sports-entry',
    form_data: [
      field('Full name', 'textfield', overrides.name ?? 'Rosalind Okafor'),
      field('Phone number', 'textfield', '0123456789'),
      field('Which distance would you like?', 'selectfield', overrides.distance ?? 'Half of it'),
      ...('photo' in overrides ? [field('Photo for your badge', 'file', overrides.photo)] : []),
    ],
  })

  it('registers, with a photo that is stored without its metadata', async () => {
    const response = await send(entry({ photo }))
    const reference = expect.stringMatching(/^[\dA-F]{8}$/)
    expect(response.json()).toEqual({
      code: 200,
      response: 'Your registration has been sent.',
      reference,
      mailed: false,
      listed: false,
    })
    const [row] = await test.db.select().from(submissions)
    const name = row?.fields.find(({ kind }) => kind === 'file')?.value ?? ''
    expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
    const file = join(test.folders.uploads, name)
    const { format, width, exif } = await sharp(readFileSync(file)).metadata()
    expect({ format, width, exif }).toEqual({ format: 'webp', width: 60, exif: undefined })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const places = ['/', '/uploads/', '/api/uploads/', '/media/', '/media/../uploads/', '/media/..%2fuploads%2f']
    for (const url of [...places, '/media/%2e%2e/uploads/', '/media//../../api/uploads/'].map((place) => place + name))
      expect((await test.app.inject(url)).statusCode, url).toBe(404)
  })

  it('may send a form named `form`, leave out optional fields, and use an expired token', async () => {
    const { submitted_form: form, form_data } = entry()
    expect((await send({ form, form_data }, { authorization: 'Bearer old' })).statusCode).toBe(200)
  })

  it.each([
    ['a required field that is empty', entry({ name: '  ' }), 'Full name'],
    ['a choice that there is not', entry({ distance: 'Twice around' }), 'Which distance would you like?'],
    ['a file that is no image', entry({ photo: 'data:text/html;base64,PGI+' }), 'Photo for your badge'],
    ['an image that is broken', entry({ photo: 'data:image/png;base64,AAAA' }), 'Photo for your badge'],
    [
      'an SVG that says it is a PNG',
      entry({
        photo: `data:image/png;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}`,
      }),
      'Photo for your badge',
    ],
    [
      'a field that the form does not have',
      { submitted_form: 'helping-hands', form_data: [field('Shoe size', 'textfield', '9')] },
      'Shoe size',
    ],
    ['a field of another kind', { submitted_form: 'helping-hands', form_data: [field('Name', 'file', '')] }, 'Name'],
  ])('gets a message about %s', async (_, body, label) => {
    const response = await send(body)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().errors)).toEqual([label])
    expect(response.json().message).toContain(label)
  })

  it('gets every mistake at once, whatever the names of the fields', async () => {
    const fields = ['__proto__', 'constructor', 'Portrait', 'Boat'].map((data_label, i) => ({
      ...{ data_label, data_value: '', required: true },
      data_type: i < 2 ? ('textfield' as const) : ('file' as const),
    }))
    await test.db.insert(forms).values({ slug: 'odd', form_name: 'Odd', submission_form: fields })
    const broken = 'data:image/png;base64,AAAA'
    const response = await send({
      submitted_form: 'odd',
      form_data: [field('Boat', 'file', broken), field('Portrait', 'file', broken), field('toString', 'textfield', '')],
    })
    expect(response.statusCode).toBe(400)
    const errors = Object.entries(JSON.parse(response.body).errors)
    expect(errors.map(([label]) => label)).toEqual(['__proto__', 'constructor', 'Portrait', 'Boat', 'toString'])
    expect(response.json().message).toBe('__proto__: Fill in “__proto__”')

    const sent = await send({
      submitted_form: 'odd',
      form_data: fields.map(({ data_label, data_type }) =>
        field(data_label, data_type, data_type === 'file' ? photo : data_label),
      ),
    })
    expect(sent.statusCode).toBe(200)
    const [row] = await test.db.select().from(submissions).where(eq(submissions.form, 'odd'))
    expect(row?.fields.slice(0, 2).map(({ label, value }) => [label, value])).toEqual([
      ['__proto__', '__proto__'],
      ['constructor', 'constructor'],
    ])
  })

  it('cannot register with an empty submission, whatever the form requires', async () => {
    const before = await test.db.$count(submissions)
    const name = field('Name', 'textfield', ' \u200b ')
    for (const form_data of [[], [name], [name, field('Anything we should know', 'paragraph', '<p><br></p>')]])
      expect((await send({ submitted_form: 'helping-hands', form_data })).json()).toEqual({
        code: 400,
        message: NOTHING_FILLED,
      })
    expect(await test.db.$count(submissions)).toBe(before)
  })

  it('can send a form that requires a login only with the token of an active session', async () => {
    const submission_form = [{ data_label: 'Name', data_type: 'textfield' as const, data_value: '' }]
    await test.db.insert(forms).values({ slug: 'members', form_name: 'Members', submission_form, requires_login: true })
    expect((await test.app.inject('/api/form/detail/members')).json().data.requires_login).toBe(true)
    const visitor = visitorOf(test.app)
    const { access_token, refresh_token } = await visitor.join('0201112223')
    const registers = (authorization?: string) =>
      send(
        { submitted_form: 'members', form_data: [field('Name', 'textfield', 'Ada')] },
        authorization ? { authorization } : {},
      )
    const refused = { code: 401, message: LOG_IN_FIRST }
    for (const wrong of [undefined, 'Bearer', 'Bearer nonsense', `Basic ${access_token}`])
      expect((await registers(wrong)).json()).toEqual(refused)
    expect((await registers(`Bearer ${access_token}`)).json()).toMatchObject({ code: 200 })
    await visitor.revoke(refresh_token)
    expect((await registers(`Bearer ${access_token}`)).json()).toEqual(refused)
    expect(await test.db.$count(submissions, eq(submissions.form, 'members'))).toBe(1)
    expect((await test.app.inject('/api/form/detail/sports-entry')).json().data.requires_login).toBeUndefined()
  })

  it('gets a plain message for a malformed body, with the details for programmers apart', async () => {
    for (const body of [{}, { submitted_form: 'helping-hands' }, { submitted_form: {}, form_data: [{}] }]) {
      const { code, message, errors, detail } = (await send(body)).json()
      expect([code, errors]).toEqual([400, undefined])
      expect(message).toBe('This could not be read, so nothing was done. Load the page again, and try once more.')
      expect(detail).toMatch(/^(form_data|submitted_form)\b.*: Invalid input/)
    }
    const email = `${'a'.repeat(300)}@example.org`
    const address = await test.app.inject({ method: 'POST', url: '/api/home/news-letter/create', payload: { email } })
    expect(address.json()).toMatchObject({ errors: { email: 'Enter an e-mail address such as name@example.org' } })
  })

  it('may send rich text, of which only what the site shows is stored', async () => {
    const submission_form = [{ data_label: 'Story', data_type: 'paragraph' as const, data_value: '' }]
    await test.db.insert(forms).values({ slug: 'story', form_name: 'Story', submission_form })
    const html = '<h1>Tides</h1><p onclick="a()">Two <b>a day</b><script>a()</script></p>'
    await send({ submitted_form: 'story', form_data: [field('Story', 'paragraph', html)] })
    const [row] = await test.db.select().from(submissions).where(eq(submissions.form, 'story'))
    expect(row?.fields[0]?.value).toBe('<h2>Tides</h2><p>Two <b>a day</b></p>')
  })

  it('leaves no file behind when a registration is refused', async () => {
    const before = readdirSync(test.folders.uploads).length
    await send(entry({ photo: 'data:image/png;base64,AAAA' }))
    expect(readdirSync(test.folders.uploads)).toHaveLength(before)
  })

  it('registers once for a key, however often and quickly it is sent', async () => {
    const before = await test.db.$count(submissions)
    const headers = { 'idempotency-key': 'one' }
    const form = await test.app.inject('/api/form/detail/sports-entry')
    // A page promises it to the visitor.
    expect(form.json().data.idempotent).toBe(true)
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(entry({ photo }), headers)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await send(entry({ photo }), headers)).statusCode).toBe(200)
    expect(await test.db.$count(submissions)).toBe(before + 1)
    // The message is for pages and programs alike: a reload would keep key and values.
    expect((await send(entry({ name: 'Another' }), headers)).json()).toEqual({
      code: 409,
      message: expect.stringMatching(/has arrived.* send it as another one/),
    })
    const files = (await test.db.select().from(submissions)).flatMap(({ fields }) =>
      fields.filter(({ kind, value }) => kind === 'file' && value),
    )
    expect(readdirSync(test.folders.uploads)).toHaveLength(files.length)
  })

  it('subscribes to the newsletter, repeatedly and in upper or lower case without harm', async () => {
    for (const email of ['Reader@Example.org', ' reader@example.org'])
      expect(
        (await test.app.inject({ method: 'POST', url: '/api/home/news-letter/create', payload: { email } })).statusCode,
      ).toBe(200)
    expect(await test.db.$count(subscribers)).toBe(1)
    const wrong = await test.app.inject({
      method: 'POST',
      url: '/api/home/news-letter/create',
      payload: { email: 'reader' },
    })
    const words = 'Enter an e-mail address such as name@example.org'
    expect(wrong.json()).toEqual({ code: 400, message: words, errors: { email: words } })
  })

  it('gets 401 for a foreign token', async () => {
    const verify = (access_token: string) =>
      test.app.inject({ method: 'POST', url: '/api/auth/token/verify', payload: { access_token } })
    expect((await verify('nonsense')).json()).toMatchObject({ code: 401 })
    expect((await verify(test.app.jwt.sign({}))).json()).toMatchObject({ code: 401 })
  })

  const images = () => (existsSync(test.folders.uploads) ? readdirSync(test.folders.uploads) : [])

  it('may send photos of the promised size, and gets a message when they are too large', async () => {
    const before = images().length
    const submission_form = ['One', 'Two'].map((data_label) => ({
      ...{ data_label, data_type: 'file' as const, data_value: '' },
    }))
    await test.db.insert(forms).values({ slug: 'photos', form_name: 'Photos', submission_form })
    const most = 8 * 1024 * 1024
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0B5F57' } })
      .jpeg()
      .toBuffer()
    // Bytes after the end of a JPEG are not part of it.
    const ofSize = (bytes: number) =>
      `data:image/jpeg;base64,${Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]).toString('base64')}`
    const send = (...sizes: number[]) =>
      test.app.inject({
        ...{ method: 'POST', url: '/api/submission/create' },
        payload: {
          submitted_form: 'photos',
          form_data: submission_form.map(({ data_label }, i) => field(data_label, 'file', ofSize(sizes[i] as number))),
        },
      })
    expect((await send(most, most)).statusCode).toBe(200)
    const said = 'This image has 8.1 MB. Choose one of at most 8 MB.'
    expect((await send(most + 1, most + 1)).json()).toMatchObject({ code: 400, errors: { One: said, Two: said } })
    expect((await send(most + 1, 16 * 1024 * 1024)).statusCode).toBe(413)
    expect(images()).toHaveLength(before + 2)
  })
})

describe('a visitor who calls too often', () => {
  it('has to wait, by the address that the edge forwards', async () => {
    const test = await openTestApp(engines[0] as (typeof engines)[number], { API_RATE_LIMIT: 3 })
    const subscribe = (address: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/home/news-letter/create',
        payload: { email: 'a@b.org' },
        headers: fromEdge(address),
      })
    for (let i = 0; i < 3; i++) expect((await subscribe('203.0.113.7')).statusCode).toBe(200)
    const refused = await subscribe('203.0.113.7')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ code: 429, message: expect.any(String) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await subscribe('203.0.113.8')).statusCode).toBe(200)
    await test.close()
  })
})
