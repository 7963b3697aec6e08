import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describeOnServer } from '@marram/server/testing/server-only'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { submissions } from './forms/tables'
import { subscribers } from './newsletter/tables'
import { openTestApp, type TestApp } from './testing/test-app'

/** Accounts, sessions and quizzes have such tests in their own folders. */
describeOnServer('two instances on one database', (engine) => {
  let test: TestApp
  let other: Awaited<ReturnType<TestApp['another']>>
  let apps: [FastifyInstance, FastifyInstance]
  const folder = mkdtempSync(join(tmpdir(), 'marram-content-'))
  beforeAll(async () => {
    test = await openTestApp(engine)
    other = await test.another()
    apps = [test.app, other.app]
  })
  afterAll(async () => {
    await other?.close()
    await test?.close()
    rmSync(folder, { recursive: true })
  })

  /** Applies content through one instance, as the command line does. */
  const apply = async (app: FastifyInstance, files: Record<string, object[]>) => {
    const own = mkdtempSync(join(folder, 'apply-'))
    for (const [name, items] of Object.entries(files)) writeFileSync(join(own, `${name}.json`), JSON.stringify(items))
    const headers = { authorization: 'Bearer operator-token' }
    const response = await app.inject({
      method: 'POST',
      url: '/operator/content/apply',
      headers,
      payload: { folder: own },
    })
    return response.json()
  }
  const service = (title: string, slug = 'walks') => ({ slug, title, description: 'On the dunes.', icon: '/a.svg' })
  const servicesAt = async (app: FastifyInstance) => {
    const { headers, json } = await app.inject('/api/home/services/')
    const titles = json().data.map(({ title }: { title: string }) => title) as string[]
    return { revision: headers['x-content-revision'], titles }
  }

  it.each([
    ['first', 0, 1],
    ['second', 1, 0],
  ] as const)('both show what was applied through the %s within a second', async (title, through, seen) => {
    const before = await servicesAt(apps[seen])
    expect(await apply(apps[through], { services: [service(title)] })).toMatchObject({ code: 200 })
    expect((await servicesAt(apps[through])).titles).toContain(title)
    // However long the poll takes on a busy machine, the response is the new one.
    await wait(750)
    expect((await servicesAt(apps[seen])).titles).toContain(title)
    expect((await servicesAt(apps[seen])).revision).not.toBe(before.revision)
    expect(await servicesAt(apps[seen])).toEqual(await servicesAt(apps[through]))
  })

  it('apply content at the same time, in any order', async () => {
    const items = Array.from({ length: 40 }, (_, i) => service('x', `service-${i}`))
    for (let round = 0; round < 8; round++) {
      const now = items.map((item) => ({ ...item, title: `Round ${round}` }))
      const answers = await Promise.all([
        apply(apps[0], { services: now }),
        apply(apps[1], { services: now.map((item) => ({ ...item, title: 'Other' })).toReversed() }),
      ])
      expect(answers).toMatchObject([{ code: 200 }, { code: 200 }])
    }
  })

  const entry = (photo: string) => ({
    submitted_form: 'sports-entry',
    form_data: [
      { data_label: 'Full name', data_type: 'textfield', data_value: 'Rosalind Okafor' },
      { data_label: 'Phone number', data_type: 'textfield', data_value: '0123456789' },
      { data_label: 'Which distance would you like?', data_type: 'selectfield', data_value: 'Half of it' },
      { data_label: 'Photo for your badge', data_type: 'file', data_value: photo },
    ],
  })
  const photoOf = async (background: string) => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  }
  const submit = (app: FastifyInstance, key: string, payload: object) =>
    app.inject({ method: 'POST', url: '/api/submission/create', payload, headers: { 'idempotency-key': key } })

  it('write once for a key that both get at the same time, and send the same response', async () => {
    const body = entry(await photoOf('#0B5F57'))
    for (let round = 0; round < 10; round++) {
      const before = await test.db.$count(submissions)
      const answers = await Promise.all(
        [0, 1, 1, 0].map((i) => submit(apps[i] as FastifyInstance, `both-${round}`, body)),
      )
      const [first] = answers.map((answer) => answer.json())
      expect(first).toEqual({
        code: 200,
        response: expect.any(String),
        reference: expect.any(String),
        mailed: false,
        listed: false,
      })
      for (const answer of answers) expect(answer.json()).toEqual(first)
      expect(await test.db.$count(submissions)).toBe(before + 1)
    }
  })

  it('accept one of two bodies with the same key, and refuse the other', async () => {
    const bodies = [entry(await photoOf('#0B5F57')), entry(await photoOf('#F4E9D8'))] as const
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(apps.map((app, i) => submit(app, `either-${round}`, bodies[i] as object)))
      const codes = answers.map(({ statusCode }) => statusCode)
      expect(codes.toSorted()).toEqual([200, 409])
      for (const app of apps) {
        const again = await Promise.all(bodies.map((body) => submit(app, `either-${round}`, body)))
        expect(again.map(({ statusCode }) => statusCode)).toEqual(codes)
      }
    }
  })

  it('subscribe an address once, however it is written', async () => {
    const before = await test.db.$count(subscribers)
    const subscribe = (email: string, i: number) =>
      apps[i % 2]?.inject({ method: 'POST', url: '/api/home/news-letter/create', payload: { email } })
    const emails = ['sea@example.org', 'SEA@example.org', ' sea@Example.org', 'sea@example.org ']
    const answers = await Promise.all(emails.map(subscribe))
    expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 200, 200, 200])
    expect(await test.db.$count(subscribers)).toBe(before + 1)
  })
})

describeOnServer('an address that sends too many requests', (engine) => {
  it('is refused by each instance for itself', async () => {
    const test = await openTestApp(engine, { API_RATE_LIMIT: 3 })
    const other = await test.another()
    const codesOf = async (app: FastifyInstance) => {
      const codes: number[] = []
      for (let i = 0; i < 4; i++) codes.push((await app.inject('/api/quiz/score/list')).statusCode)
      return codes
    }
    expect(await codesOf(test.app)).toEqual([200, 200, 200, 429])
    expect(await codesOf(other.app)).toEqual([200, 200, 200, 429])
    await other.close()
    await test.close()
  })
})
