import { logIn, register } from '@marram/api-contract/account'
import { refreshSession, revokeSession, verifySession } from '@marram/api-contract/session'
import type { FastifyInstance } from 'fastify'

export const PASSWORD = 'sea lavender'

/** A registration that is all right. */
export const account = (phone: string) => ({
  first_name: 'Rosalind',
  last_name: 'Okafor',
  phone,
  email: 'rosalind@example.org',
  password: PASSWORD,
  password2: PASSWORD,
})

export type SessionAnswer = { code: number; message: string; access_token: string; refresh_token: string }

/** Calls of accounts as a visitor makes them, on one instance of the API. */
export function visitorOf(app: FastifyInstance) {
  const post = ({ path: url }: { path: string }, payload: object, address = '203.0.113.7') =>
    app.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': address } })
  return {
    register: (body: object) => post(register, body),
    logIn: (phone: string, password = PASSWORD, address?: string) => post(logIn, { email: phone, password }, address),
    verify: async (access_token: string) => (await post(verifySession, { access_token })).json<{ code: number }>(),
    refresh: async (refresh_token: string) => (await post(refreshSession, { refresh_token })).json<SessionAnswer>(),
    revoke: async (refresh_token: string) => (await post(revokeSession, { refresh_token })).json<{ code: number }>(),
    /** A new account with its first session. */
    async join(phone: string): Promise<SessionAnswer> {
      await post(register, account(phone))
      return (await post(logIn, { email: phone, password: PASSWORD })).json()
    },
  }
}
