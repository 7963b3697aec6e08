import { rmSync } from 'node:fs'
import { logIn, register } from '@marram/api-contract/account'
import { refreshSession, revokeSession, verifySession } from '@marram/api-contract/session'
import { engines, type TestDatabase } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDatabase } from '../database/open-database'
import { dataFolderOf, killAll, startApi } from '../testing/api-process'
import { account, type SessionAnswer } from '../testing/visitor'

const PERSON = { ...account('0123456789'), first_name: 'Philippa', last_name: 'Tull', email: 'philippa@example.org' }

describe.each(engines)('the log ($name)', (engine) => {
  let place: TestDatabase
  let data: string
  beforeAll(async () => {
    place = await engine.create()
    data = dataFolderOf(place)
  })
  afterAll(async () => {
    killAll()
    rmSync(data, { recursive: true })
    await place?.drop()
  })

  it('lists calls of accounts and failures, without personal data', async () => {
    const variables = { DATABASE_URL: place.location.url ?? '', API_FIRST_CONTENT: 'none', LOG_LEVEL: 'trace' }
    const api = startApi(data, variables)
    const url = await api.ready
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as SessionAnswer
    }
    const credentials = { email: PERSON.phone, password: PERSON.password }
    const answers = [
      await post(register.path, PERSON),
      await post(register.path, PERSON),
      await post(register.path, { ...PERSON, phone: `${PERSON.phone}00` }),
      await post(logIn.path, { ...credentials, password: `${PERSON.password}!` }),
    ]
    const first = await post(logIn.path, credentials)
    const second = await post(refreshSession.path, first)
    answers.push(
      await post(verifySession.path, second),
      await post(revokeSession.path, second),
      await post(refreshSession.path, first),
    )
    expect([first.code, second.code]).toEqual([200, 200])
    expect(answers.map(({ code }) => code)).toEqual([200, 409, 400, 401, 200, 200, 401])
    // The embedded engine allows no second process.
    const canBreak = engine.name === 'server'
    if (canBreak) {
      await breakTables(place.location)
      expect(await post(register.path, PERSON)).toMatchObject({ code: 500 })
      expect(await post(logIn.path, credentials)).toMatchObject({ code: 500 })
    }
    api.child.kill('SIGTERM')

    const { text, errors } = await api.ended
    const log = text + errors
    for (const { path } of [register, logIn, refreshSession, verifySession, revokeSession])
      expect(log).toContain(`"route":"${path}"`)
    if (canBreak) expect(log).toContain('"msg":"a request failed"')
    const tokens = [first, second].flatMap(({ access_token, refresh_token }) => [
      access_token,
      refresh_token,
      ...refresh_token.split('.'),
    ])
    const { phone, email, first_name, last_name, password } = PERSON
    for (const secret of [...tokens, phone, email, first_name, last_name, password, '$argon2'])
      expect(log).not.toContain(secret)
  })
})

/** Makes calls fail in the middle, with personal data in the failed statement. */
async function breakTables(location: TestDatabase['location']): Promise<void> {
  const { db, close } = await openApiDatabase(location)
  await db.execute(sql`alter table api.users rename column phone to number`)
  await close()
}
