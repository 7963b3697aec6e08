import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { logIn, register } from '@marram/api-contract/account'
import { refreshSession, revokeSession, verifySession } from '@marram/api-contract/session'
import { createSubmission } from '@marram/api-contract/submissions'
import type { TestDatabase } from '@marram/server/testing/engines'
import { describeOnServer } from '@marram/server/testing/server-only'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentRevision } from './content/tables'
import { openApiDatabase } from './database/open-database'
import { forms, submissions } from './forms/tables'
import { readOperatorFile } from './operator/operator-file'
import { type ApiProcess, killAll, startApi } from './testing/api-process'
import { sampleContent } from './testing/sample-content'
import { account, PASSWORD, type SessionAnswer } from './testing/visitor'

/** Enough of the sample content to have pictures of every kind, and items that refer to others. */
const some = ['home.json', 'categories.json', 'forms.json', 'services.json', 'sports', 'media']

describeOnServer('three APIs on one database and one data folder', (engine) => {
  let place: TestDatabase
  let database: Awaited<ReturnType<typeof openApiDatabase>>
  let apis: ApiProcess[] = []
  let urls: [string, string, string]
  const data = mkdtempSync(join(tmpdir(), 'marram-together-'))
  const content = join(data, 'content')
  beforeAll(async () => {
    place = await engine.create()
    mkdirSync(content)
    for (const name of some) cpSync(join(sampleContent, name), join(content, name), { recursive: true })
  })
  afterAll(async () => {
    killAll()
    await database?.close()
    await place.drop()
    rmSync(data, { recursive: true })
  })

  const post = async <Answer = { code: number }>(url: string, path: string, body: object, headers = {}) => {
    const response = await fetch(url + path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...headers },
    })
    return (await response.json()) as Answer
  }

  it('all start on an empty one at once, with the first content applied once', async () => {
    const settings = { DATABASE_URL: place.location.url ?? '', API_FIRST_CONTENT: content }
    apis = [1, 2, 3].map(() => startApi(data, settings))
    urls = (await Promise.all(apis.map(({ ready }) => ready))) as typeof urls
    database = await openApiDatabase(place.location)
    expect(await database.db.select().from(contentRevision)).toMatchObject([{ revision: 1 }])
    const left = readdirSync(data, { recursive: true, encoding: 'utf8' })
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('all show what was applied through one within a second, under one revision', async () => {
    const changed = join(data, 'changed')
    mkdirSync(changed)
    const walks = { slug: 'walks', title: 'Walks', description: 'On the dunes.', icon: '/a.svg' }
    writeFileSync(join(changed, 'services.json'), JSON.stringify([walks]))
    const seen = () =>
      Promise.all(
        urls.map(async (url) => {
          const answer = await fetch(`${url}/api/home/services/`)
          return [answer.headers.get('x-content-revision')?.split('.')[0], (await answer.text()).includes('"Walks"')]
        }),
      )
    expect(await seen()).toEqual(urls.map(() => ['1', false]))
    const operator = readOperatorFile(join(data, 'api/token'))
    const headers = { authorization: `Bearer ${operator?.token}` }
    const applied = await post(operator?.url ?? '', '/operator/content/apply', { folder: changed }, headers)
    expect(applied).toMatchObject({ code: 200, data: { changed: 1, revision: 2 } })
    await wait(750)
    expect(await seen()).toEqual(urls.map(() => ['2', true]))
  })

  it('renew a session once, at any of them, and end it at all', async () => {
    const phone = '0123456789'
    await post(urls[0], register.path, account(phone))
    const first = await post<SessionAnswer>(urls[1], logIn.path, { email: phone, password: PASSWORD })
    const refresh = (url: string, { refresh_token }: SessionAnswer) =>
      post<SessionAnswer>(url, refreshSession.path, { refresh_token })
    const verified = async ({ access_token }: SessionAnswer) =>
      Promise.all(urls.map(async (url) => (await post(url, verifySession.path, { access_token })).code))
    const answers = await Promise.all([...urls, ...urls].map((url) => refresh(url, first)))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    const second = answers[0] as SessionAnswer
    const third = await refresh(urls[2], second)
    expect(await verified(third)).toEqual([200, 200, 200])
    // A token that was used twice was stolen.
    expect((await refresh(urls[1], first)).code).toBe(401)
    expect(await verified(third)).toEqual([401, 401, 401])

    const again = await post<SessionAnswer>(urls[2], logIn.path, { email: phone, password: PASSWORD })
    expect(await verified(again)).toEqual([200, 200, 200])
    await post(urls[0], revokeSession.path, { refresh_token: again.refresh_token })
    expect(await verified(again)).toEqual([401, 401, 401])
  })

  it('write once for a key that all get at the same time, and send the same response', async () => {
    // These processes live today: a form of the sample content closes with its event.
    const asked = { data_label: 'Name', data_type: 'textfield' as const, data_value: '' }
    await database.db.insert(forms).values({ slug: 'everywhere', form_name: 'Everywhere', submission_form: [asked] })
    const body = { submitted_form: 'everywhere', form_data: [{ ...asked, data_value: 'Rosalind Okafor' }] }
    for (let round = 0; round < 5; round++) {
      const headers = { 'idempotency-key': `all-${round}` }
      const sent = [...urls, ...urls].map((url) => post(url, createSubmission.path, body, headers))
      const answers = await Promise.all(sent)
      expect(answers[0]).toEqual({
        code: 200,
        response: expect.any(String),
        reference: expect.any(String),
        mailed: false,
        listed: false,
      })
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(await database.db.$count(submissions)).toBe(round + 1)
    }
  })

  it('stop in order', async () => {
    for (const { child, ended } of apis) {
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ code: 0, errors: '' })
    }
  })
})
