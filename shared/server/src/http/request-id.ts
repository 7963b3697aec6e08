import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Whose headers are trusted, in the form of Fastify's `trustProxy`. */
export type Trusted = false | string | string[] | ((address: string, hop: number) => boolean)
/** Whether the request itself proves its sender, since anybody's requests may come from one address. */
export type Proof = { proves: (request: IncomingMessage) => boolean }

export const isProof = (trusted: Trusted | Proof): trusted is Proof =>
  typeof trusted === 'object' && 'proves' in trusted

export const REQUEST_ID = 'x-request-id'
/** The header by which our edge proves itself to our API, with API_EDGE_TOKEN. It is never passed on from a browser. */
export const EDGE_TOKEN = 'x-marram-edge-token'
/** Ids as other servers make them. */
const wellFormed = /^[\w.:-]{8,128}$/

/** For Fastify's `genReqId`: the id from a trusted server in front of this one, else a new one. */
export function requestIds(trusted: Trusted | Proof): (request: IncomingMessage) => string {
  const isTrusted = isProof(trusted) ? trusted.proves : bySocket(trusts(trusted))
  return (request) => {
    const given = request.headers[REQUEST_ID]
    const isGiven = typeof given === 'string' && wellFormed.test(given)
    return isGiven && isTrusted(request) ? given : randomUUID()
  }
}

const bySocket =
  (isTrusted: (address: string) => boolean) =>
  ({ socket }: IncomingMessage) =>
    isTrusted(socket.remoteAddress ?? '')

/** Whether a connection from this address is one of a trusted server. */
export function trusts(trusted: Trusted): (address: string) => boolean {
  if (trusted === false) return () => false
  if (typeof trusted === 'function') return (address) => trusted(address, 0)
  const addresses = typeof trusted === 'string' ? trusted.split(',').map((each) => each.trim()) : trusted
  const isTrusted = proxyAddr.compile(addresses)
  return (address) => address !== '' && isTrusted(address, 0)
}
