import {
  changeAccount,
  changePassword,
  deleteAccount,
  endOtherSessions,
  getAccount,
  logIn,
  register,
} from '@marram/api-contract/account'
import { refreshSession, revokeSession, verifySession } from '@marram/api-contract/session'
import type { FastifyInstance } from 'fastify'
import { fromEdge } from './test-app'

export const PASSWORD = 'sea lavender'

/** A valid registration. */
export const account = (phone: string) => ({
  first_name: 'Rosalind',
  last_name: 'Okafor',
  phone,
  email: 'rosalind@example.org',
  password: PASSWORD,
  password2: PASSWORD,
})

export type SessionAnswer = {
  code: number
  message: string
  access_token: string
  refresh_token: string
  device: string
}

/** Account calls of a visitor, on one instance of the API. */
export function visitorOf(app: FastifyInstance) {
  const post = ({ path: url }: { path: string }, payload: object, address = '203.0.113.7', token?: string) =>
    app.inject({
      ...{ method: 'POST', url, payload },
      headers: { ...fromEdge(address), ...(token && { authorization: `Bearer ${token}` }) },
    })
  return {
    register: (body: object) => post(register, body),
    logIn: (phone: string, password = PASSWORD, address?: string, device?: string) =>
      post(logIn, { email: phone, password, device }, address),
    verify: async (access_token: string) => (await post(verifySession, { access_token })).json<{ code: number }>(),
    refresh: async (refresh_token: string) => (await post(refreshSession, { refresh_token })).json<SessionAnswer>(),
    revoke: async (refresh_token: string) => (await post(revokeSession, { refresh_token })).json<{ code: number }>(),
    account: (token: string) => app.inject({ url: getAccount.path, headers: { authorization: `Bearer ${token}` } }),
    changeAccount: (token: string, body: object) => post(changeAccount, body, undefined, token),
    changePassword: (token: string, current_password: string, password: string) =>
      post(changePassword, { current_password, password, password2: password }, undefined, token),
    endOthers: (token: string) => post(endOtherSessions, {}, undefined, token),
    erase: (token: string, current_password = PASSWORD, with_sent?: boolean) =>
      post(deleteAccount, { current_password, with_sent }, undefined, token),
    /** A call by the visitor who is logged in. */
    post: (endpoint: { path: string }, payload: object, token?: string) => post(endpoint, payload, undefined, token),
    get: (url: string, token: string) => app.inject({ url, headers: { authorization: `Bearer ${token}` } }),
    /** A new account with its first session. */
    async join(phone: string): Promise<SessionAnswer> {
      await post(register, account(phone))
      return (await post(logIn, { email: phone, password: PASSWORD })).json()
    },
  }
}
