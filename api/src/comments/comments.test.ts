import { createComment, listComments } from '@marram/api-contract/comments'
import { fillPath } from '@marram/api-contract/endpoint'
import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetRejectedComments } from '../people/keep-days'
import { openTestApp, type TestApp } from '../testing/test-app'
import { comments } from './tables'

const article = { kind: 'main-news', slug: 'the-winter-the-dunes-came-back' }

describe.each(engines)('comments ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  const send = (body: object, headers = {}) =>
    test.app.inject({ method: 'POST', url: createComment.path, payload: { ...article, name: 'Bo', ...body }, headers })
  const list = (of = article) => test.app.inject(fillPath(listComments.path, of))
  const operate = async (action: string, payload: object = {}) => {
    const headers = { authorization: 'Bearer operator-token' }
    return (await test.app.inject({ method: 'POST', url: `/operator/comments/${action}`, payload, headers })).json()
  }
  const referenceOfOnly = async () => (await operate('list')).data.waiting.at(-1).reference

  it('wait for approval, are shown without the address, and disappear when they are rejected later', async () => {
    const given = { email: 'bo@example.org', website: 'https://bo.example', rating: 4 }
    const text = 'Two tides a day.\n<script>alert(1)</script> https://bo.example'
    expect((await send({ text, ...given })).json()).toMatchObject({ code: 200 })
    const before = await list()
    expect(before.json().data).toEqual([])
    const { waiting } = (await operate('list')).data
    expect(waiting).toMatchObject([{ from: 'Bo, bo@example.org' }])
    const { reference } = waiting[0]
    expect(await operate('approve', { reference })).toMatchObject({ code: 200 })
    const after = await list()
    expect(after.json().data).toEqual([
      {
        ...{ id: expect.any(String), name: 'Bo', text, website: 'https://bo.example', rating: 4 },
        date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      },
    ])
    expect(after.body).not.toContain('bo@example.org')
    // So pages that are cached with the earlier revision are rendered again.
    expect(after.headers['x-content-revision']).not.toBe(before.headers['x-content-revision'])
    expect((await list({ kind: 'news', slug: 'ridge-run-2026' })).json().data).toEqual([])
    await operate('reject', { reference })
    expect((await list()).json().data).toEqual([])
    expect((await operate('list')).data.waiting).toEqual([])
  })

  it.each([
    ['nothing', { text: ' ' }, 'text'],
    ['too much', { text: 'x'.repeat(5001) }, 'text'],
    ['no name', { text: 'Hello', name: '' }, 'name'],
    ['an address that is none', { text: 'Hello', email: 'bo' }, 'email'],
    ['a website that runs something', { text: 'Hello', website: 'javascript:alert(1)' }, 'website'],
    ['a website with a quotation mark and no host', { text: 'Hello', website: 'https://"' }, 'website'],
    ['six stars', { text: 'Hello', rating: 6 }, 'rating'],
    ['another kind of article', { text: 'Hello', kind: 'users' }, 'kind'],
  ])('with %s are refused, with the message at the field', async (_, body, name) => {
    const response = await send(body)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().errors)).toEqual([name])
  })

  it('need an article that exists', async () => {
    expect((await send({ text: 'Hello', slug: 'nowhere' })).statusCode).toBe(404)
    for (const of of [
      { kind: 'main-news', slug: 'nowhere' },
      { kind: 'users', slug: article.slug },
      { kind: 'constructor', slug: article.slug },
    ])
      expect((await list(of)).statusCode).toBe(404)
  })

  it('count once, however often they are sent', async () => {
    const headers = { 'idempotency-key': 'one-comment' }
    const before = await test.db.$count(comments)
    for (let i = 0; i < 3; i += 1) expect((await send({ text: 'Once.' }, headers)).statusCode).toBe(200)
    expect(await test.db.$count(comments)).toBe(before + 1)
    expect((await send({ text: 'Twice.' }, headers)).statusCode).toBe(409)
  })

  it('are deleted after two years, unless they are shown', async () => {
    await test.db.delete(comments)
    for (const text of ['Shown.', 'Not shown.', 'Waiting.', 'New.']) await send({ text })
    await test.db.execute(sql`update ${comments} set created_at = now() - interval '731 days' where text <> 'New.'`)
    await test.db.execute(sql`update ${comments} set decision = 'taken' where text = 'Shown.'`)
    await test.db.execute(sql`update ${comments} set decision = 'rejected' where text = 'Not shown.'`)
    await forgetRejectedComments(test.db)
    const left = await test.db.select({ text: comments.text }).from(comments)
    expect(left.map(({ text }) => text).sort()).toEqual(['New.', 'Shown.'])
    expect(await referenceOfOnly()).toMatch(/^[\dA-F]{8}$/)
  })
})
