import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { account, PASSWORD, visitorOf } from '../testing/visitor'
import { sessions, users } from './tables'

const LOG_IN_AGAIN = { code: 401, message: 'Please log in again.' }
const WRONG = 'This is not your present password.'
const NEW = 'marsh samphire'

let phones = 0
const newPhone = () => {
  phones += 1
  return String(7_000_000_000 + phones)
}

describe.each(engines)('an account, for its logged-in owner ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  beforeAll(async () => {
    test = await openTestApp(engine)
    visitor = visitorOf(test.app)
  })
  afterAll(() => test?.close())
  const logIn = async (phone: string, password = PASSWORD) => (await visitor.logIn(phone, password)).json()
  const expectEnded = async (...all: { access_token: string; refresh_token: string }[]) => {
    for (const { access_token, refresh_token } of all) {
      expect(await visitor.verify(access_token)).toEqual(LOG_IN_AGAIN)
      expect((await visitor.account(access_token)).json()).toEqual(LOG_IN_AGAIN)
      expect(await visitor.refresh(refresh_token)).toEqual(LOG_IN_AGAIN)
    }
  }

  it('is shown with the number of its sessions and without its password', async () => {
    const phone = newPhone()
    const { access_token } = await visitor.join(phone)
    await logIn(phone)
    expect((await visitor.account(access_token)).json()).toEqual({
      code: 200,
      data: {
        ...{ first_name: 'Rosalind', last_name: 'Okafor', phone, email: 'rosalind@example.org', sessions: 2 },
        since: expect.stringMatching(/^\d{4}-/),
        logins: Array(2).fill({ since: expect.stringMatching(/^\d{4}-/), until: expect.stringMatching(/^\d{4}-/) }),
      },
    })
  })

  it('changes name and e-mail address only with the password', async () => {
    const { access_token } = await visitor.join(newPhone())
    const person = { first_name: 'Rosa', last_name: 'Quist', email: 'rosa@example.org' }
    const wrong = await visitor.changeAccount(access_token, { ...person, current_password: 'wrong password' })
    expect(wrong.json()).toEqual({ code: 400, message: WRONG, errors: { current_password: WRONG } })
    const empty = await visitor.changeAccount(access_token, { ...person, email: '', current_password: PASSWORD })
    expect(empty.json().errors).toEqual({ email: 'E-mail is required' })
    expect((await visitor.account(access_token)).json().data).toMatchObject({ first_name: 'Rosalind' })
    expect((await visitor.changeAccount(access_token, { ...person, current_password: PASSWORD })).statusCode).toBe(200)
    expect((await visitor.account(access_token)).json().data).toMatchObject(person)
  })

  it('refuses common passwords at registration and later', async () => {
    for (const password of ['password1', newPhone()]) {
      const response = await visitor.register({
        ...account(password === 'password1' ? newPhone() : password),
        password,
        password2: password,
      })
      expect([response.statusCode, response.json().errors.password]).toEqual([
        400,
        expect.stringMatching(/^Choose another/),
      ])
    }
    const { access_token } = await visitor.join(newPhone())
    const changed = await visitor.changePassword(access_token, PASSWORD, 'password1')
    expect([changed.statusCode, changed.json().errors.password]).toEqual([
      400,
      expect.stringMatching(/^Choose another/),
    ])
  })

  it('still accepts a six-character password from before, until that is changed', async () => {
    const phone = newPhone()
    const { access_token } = await visitor.join(phone)
    const [hash] = (await visitor.changePassword(access_token, PASSWORD, 'dunes6'))
      .json()
      .errors.password.match(/at least 8/)
    expect(hash).toBe('at least 8')
    const { hashPassword } = await import('./passwords')
    await test.db
      .update(users)
      .set({ passwordHash: await hashPassword('dunes6') })
      .where(eq(users.phone, phone))
    const session = await logIn(phone, 'dunes6')
    expect(session.code).toBe(200)
    expect((await visitor.changePassword(session.access_token, 'dunes6', NEW)).statusCode).toBe(200)
  })

  it('changes the password, and ends every other session', async () => {
    const phone = newPhone()
    const here = await visitor.join(phone)
    const there = await logIn(phone)
    const changed = (await visitor.changePassword(here.access_token, PASSWORD, NEW)).json()
    expect(changed).toMatchObject({
      code: 200,
      message: 'Your password has been changed. Everywhere else you are logged out.',
    })
    await expectEnded(here, there)
    expect(await visitor.verify(changed.access_token)).toMatchObject({ code: 200 })
    expect(await visitor.refresh(changed.refresh_token)).toMatchObject({ code: 200 })
    expect((await logIn(phone)).code).toBe(401)
    expect((await logIn(phone, NEW)).code).toBe(200)
    // After a password change the earlier known devices are dropped; this browser is one again.
    for (let i = 0; i < 10; i++) await visitor.logIn(phone, 'wrong password')
    expect((await visitor.logIn(phone, NEW, undefined, here.device)).statusCode).toBe(429)
    expect((await visitor.logIn(phone, NEW, undefined, changed.device)).statusCode).toBe(200)
  })

  it('starts no session with the old password while the password is being changed', async () => {
    for (let round = 0; round < 4; round++) {
      const phone = newPhone()
      const { access_token } = await visitor.join(phone)
      const [changed, ...begun] = await Promise.all([
        visitor.changePassword(access_token, PASSWORD, NEW),
        ...Array.from({ length: 8 }, () => visitor.logIn(phone)),
      ])
      expect(changed?.statusCode).toBe(200)
      for (const each of begun)
        if (each.statusCode === 200) expect(await visitor.verify(each.json().access_token)).toEqual(LOG_IN_AGAIN)
      expect((await visitor.account(changed?.json().access_token)).json().data.sessions).toBe(1)
    }
  })

  it('asks for the password in a stolen session, ten times at most', async () => {
    const phone = newPhone()
    const { access_token } = await visitor.join(phone)
    for (let i = 0; i < 5; i++) {
      const wrong = [
        await visitor.changePassword(access_token, 'wrong password', NEW),
        await visitor.erase(access_token, 'wrong password'),
      ]
      for (const response of wrong)
        expect(response.json()).toEqual({ code: 400, message: WRONG, errors: { current_password: WRONG } })
    }
    expect((await visitor.changePassword(access_token, PASSWORD, NEW)).statusCode).toBe(429)
    expect((await visitor.erase(access_token)).statusCode).toBe(429)
    // The owner logs in meanwhile, which ends that session.
    const owner = await logIn(phone)
    expect((await visitor.endOthers(owner.access_token)).json()).toEqual({
      code: 200,
      response: 'Everywhere else you are logged out.',
    })
    expect(await visitor.verify(access_token)).toEqual(LOG_IN_AGAIN)
    expect(await visitor.verify(owner.access_token)).toMatchObject({ code: 200 })
  })

  it('is deleted with its sessions, and its phone number is free again', async () => {
    const phone = newPhone()
    const [here, there] = [await visitor.join(phone), await logIn(phone)]
    const others = await visitor.join(newPhone())
    const [user] = await test.db.select().from(users).where(eq(users.phone, phone))
    expect((await visitor.erase(here.access_token)).json()).toEqual({
      code: 200,
      response: 'Your account has been deleted.',
    })
    await expectEnded(here, there)
    expect(await test.db.$count(users, eq(users.phone, phone))).toBe(0)
    expect(await test.db.$count(sessions, eq(sessions.user, user?.id ?? ''))).toBe(0)
    expect((await logIn(phone)).code).toBe(401)
    expect(await visitor.verify(others.access_token)).toMatchObject({ code: 200 })
    expect((await visitor.register(account(phone))).statusCode).toBe(200)
  })
})
