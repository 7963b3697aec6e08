import { createHmac, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { isInternal } from './internal-addresses'
import { hostOf } from './targets'

const PREFIX = 'whsec_'
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

type Signed = { secret: string; id: string; timestamp: number; body: string }

/** The `webhook-signature` of Standard Webhooks; `timestamp` in seconds. */
export function signatureOf({ secret, id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

export class InternalAddress extends Error {
  override readonly name = 'InternalAddress'
}

/** Resolves a name, and fails if one of its addresses is internal: the connection goes to exactly what was checked. */
const publicLookup: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? new Error(`${host} has no address`), '')
    if (addresses.some(({ address }) => isInternal(address))) return done(new InternalAddress(host), '')
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })

const CONNECT_MS = 5_000

/** Connects to addresses of the public internet only. */
function publicConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: publicLookup })
  return (options, done) => {
    // Nothing is looked up for an IP address.
    const host = hostOf(options)
    if (isIP(host) && isInternal(host)) done(new InternalAddress(host), null)
    else connect(options, done)
  }
}

type Post = Omit<Signed, 'timestamp'> & { url: string; allowsInternal: boolean; signal: AbortSignal }

/** Sends one attempt, and resolves to the status of its response. Follows no redirect. */
export async function postWebhook({ url, secret, id, body, allowsInternal, signal }: Post): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000)
  const connect = allowsInternal ? { timeout: CONNECT_MS } : publicConnector()
  const agent = new Agent({ connect })
  try {
    const response = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Marram-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf({ secret, id, timestamp, body }),
      },
      body,
      signal,
      dispatcher: agent,
    })
    // Only the status counts. The body, which may have no end, is not read: closing its connection is no failure.
    response.body.on('error', () => {})
    return response.statusCode
  } finally {
    await agent.destroy()
  }
}
