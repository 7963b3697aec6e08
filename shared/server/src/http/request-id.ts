import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Whose word is taken, as Fastify's `trustProxy` takes it. */
export type Trusted = false | string | string[] | ((address: string, hop: number) => boolean)

export const REQUEST_ID = 'x-request-id'
/** Ids as other servers make them. */
const wellFormed = /^[\w.:-]{8,128}$/

/** For Fastify's `genReqId`: the id that a trusted server before this one gave, else a new one. */
export function requestIds(trusted: Trusted): (request: IncomingMessage) => string {
  const isTrusted = trusts(trusted)
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID]
    const isGiven = typeof given === 'string' && wellFormed.test(given)
    return isGiven && isTrusted(socket.remoteAddress ?? '') ? given : randomUUID()
  }
}

/** Whether a connection from this address is one of a trusted server. */
export function trusts(trusted: Trusted): (address: string) => boolean {
  if (trusted === false) return () => false
  if (typeof trusted === 'function') return (address) => trusted(address, 0)
  const addresses = typeof trusted === 'string' ? trusted.split(',').map((each) => each.trim()) : trusted
  const isTrusted = proxyAddr.compile(addresses)
  return (address) => address !== '' && isTrusted(address, 0)
}
