import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'

const REDIRECT = 'http://localhost:1/callback'

/** A private key for ID tokens. */
export async function newKey(kid: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}
type Key = Awaited<ReturnType<typeof newKey>>

export type OidcIssuer = {
  url: string
  /** The client of `idTokenFor`, which is the audience of its ID tokens. */
  audience: string
  /** Whoever logs in as this name has these claims. */
  people: Record<string, Record<string, unknown>>
  /** An ID token as a client gets it: by a login, a consent and a code. */
  idTokenFor: (login: string) => Promise<string>
  /** Signs by these keys from now on, as after a restart with others. */
  useKeys: (keys: Key[]) => void
  /** Goes the way of a browser that logs in at the issuer as this name; returns where it leads in the end. */
  visit: (url: string, login: string) => Promise<string>
  close: () => Promise<void>
}

/** A real issuer on this machine; `redirect` is another place where its logins may lead. */
export async function startIssuer({ keys, redirect }: { keys: Key[]; redirect?: string }): Promise<OidcIssuer> {
  const people: OidcIssuer['people'] = {}
  const audience = 'https://marram.example'
  let answer: (...args: Parameters<ReturnType<Provider['callback']>>) => unknown = () => undefined
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const useKeys = (used: Key[]) => {
    const provider = new Provider(url, {
      jwks: { keys: used as never },
      clients: [
        {
          client_id: audience,
          client_secret: 'of a client',
          redirect_uris: [REDIRECT, ...(redirect ? [redirect] : [])],
        },
      ],
      claims: { openid: ['sub', 'repository', 'ref', 'email', 'groups'] },
      conformIdTokenClaims: false,
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    })
    answer = provider.callback()
  }
  useKeys(keys)

  async function visit(address: string, login: string): Promise<string> {
    const jar = new Map<string, string>()
    let next = address
    let body: URLSearchParams | undefined
    while (next.startsWith(url)) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie },
        ...(body && { method: 'POST', body }),
      })
      body = undefined
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      const location = response.headers.get('location')
      if (location) next = new URL(location, next).href
      else {
        const html = await response.text()
        const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1]
        if (!prompt) throw new Error(`the issuer says ${response.status}: ${html.slice(0, 500)}`)
        body = new URLSearchParams({ prompt, login, password: 'any' })
      }
    }
    return next
  }

  return {
    ...{ url, audience, people, useKeys, visit },
    async idTokenFor(login) {
      const verifier = randomPKCECodeVerifier()
      const asked = new URLSearchParams({
        ...{ client_id: audience, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid' },
        ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })
      const code = new URL(await visit(`${url}/auth?${asked}`, login)).searchParams.get('code') ?? ''
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${encodeURIComponent(audience)}:of+a+client`)}` },
        body: new URLSearchParams({
          ...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier },
        }),
      })
      return ((await response.json()) as { id_token: string }).id_token
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
