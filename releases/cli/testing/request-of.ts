import type { RegistryClient } from '@marram/release-contract/registry-client'
import { runCommand } from '../command-line'

const SENT = new Error('sent')
const silent = { write: () => true, isTTY: false as const }
const terminal = { env: {}, stdout: silent, stderr: silent }

export type SentRequest = { call: string; input: Record<string, unknown> }

/** The first request that a command line sends; nothing is sent. Undefined for one that needs no registry. */
export async function requestOf(line: string): Promise<SentRequest | undefined> {
  let sent: SentRequest | undefined
  const record = (call: string) => (input: object) => {
    // As it arrives: without undefined values.
    sent = { call, input: JSON.parse(JSON.stringify(input)) }
    throw SENT
  }
  const registry = new Proxy({}, { get: (_, call) => record(String(call)) }) as RegistryClient
  const connect = async () => ({ access: { url: 'http://registry.example' }, registry })
  await runCommand(line.split(' ').filter(Boolean), { connect, terminal }).catch((error) => {
    if (error !== SENT) throw error
  })
  return sent
}
