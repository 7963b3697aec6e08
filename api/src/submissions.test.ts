import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { engines } from '@marram/service/testing/engines'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submissions, subscribers } from './database/tables'
import { openTestApp, type TestApp } from './testing/test-app'

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

  it('registers, with a photo that is kept without its metadata', async () => {
    const response = await send(entry({ photo }))
    expect(response.json()).toEqual({ code: 200, response: 'Your registration has been sent.' })
    const [row] = await test.db.select().from(submissions)
    const name = row?.fields.find(({ kind }) => kind === 'file')?.value ?? ''
    expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
    const file = join(test.folders.uploads, name)
    const { format, width, exif } = await sharp(readFileSync(file)).metadata()
    expect({ format, width, exif }).toEqual({ format: 'webp', width: 60, exif: undefined })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await test.app.inject(`/media/../uploads/${name}`)).statusCode).toBe(404)
  })

  it('may call the form `form`, leave out what is not required, and be logged in with a token that is over', async () => {
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
  ])('is told about %s', async (_, body, label) => {
    const response = await send(body)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().errors)).toEqual([label])
    expect(response.json().message).toContain(label)
  })

  it('leaves no file behind when a registration is refused', async () => {
    const before = readdirSync(test.folders.uploads).length
    await send(entry({ photo: 'data:image/png;base64,AAAA' }))
    expect(readdirSync(test.folders.uploads)).toHaveLength(before)
  })

  it('registers once for a key, however often and how quickly it is sent', async () => {
    const before = await test.db.$count(submissions)
    const headers = { 'idempotency-key': 'one' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(entry({ photo }), headers)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await send(entry({ photo }), headers)).statusCode).toBe(200)
    expect(await test.db.$count(submissions)).toBe(before + 1)
    expect((await send(entry({ name: 'Another' }), headers)).json().code).toBe(409)
    const files = (await test.db.select().from(submissions)).flatMap(({ fields }) =>
      fields.filter(({ kind, value }) => kind === 'file' && value),
    )
    expect(readdirSync(test.folders.uploads)).toHaveLength(files.length)
  })

  it('subscribes to the newsletter, twice without harm and whatever the case', async () => {
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

  it('is told 401 for a token that is not ours', async () => {
    const verify = (access_token: string) =>
      test.app.inject({ method: 'POST', url: '/api/auth/token/verify', payload: { access_token } })
    expect((await verify('nonsense')).json()).toMatchObject({ code: 401 })
    expect((await verify(test.app.jwt.sign({}))).json()).toMatchObject({ code: 401 })
  })
})

describe('a visitor who calls too often', () => {
  it('is told to wait, by address as the edge forwards it', async () => {
    const test = await openTestApp(engines[0] as (typeof engines)[number], { API_RATE_LIMIT: 3 })
    const subscribe = (address: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/home/news-letter/create',
        payload: { email: 'a@b.org' },
        headers: { 'x-forwarded-for': address },
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
