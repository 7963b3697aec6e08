import { generateKeyPairSync, sign } from 'node:crypto'
import { bytesOfTrust, type SignatureBy, type SignedTrust, type Trust } from '../trust/trust'

/** Somebody with a key. */
export type Person = { owner: string; key: string; sign: (bytes: Uint8Array) => SignatureBy }

export function person(owner: string): Person {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'jwk' }).x as string
  return { owner, key, sign: (bytes) => ({ key, signature: sign(null, bytes, privateKey).toString('base64url') }) }
}

type Roles = { roots: Person[]; parts: Record<string, Person[]>; managers?: Person[] }

/** A trust.json of these people, with any field replaced. */
export function trustOfPeople({ roots, parts, managers = [] }: Roles, change: Partial<Trust> = {}): Trust {
  const all = [...roots, ...Object.values(parts).flat(), ...managers]
  const keys = (some: Person[]) => some.map(({ key }) => key)
  return {
    format: 'marram-trust-1',
    version: 1,
    expires: new Date(Date.now() + 86_400_000).toISOString(),
    keys: Object.fromEntries(all.map(({ key, owner }) => [key, owner])),
    roots: { keys: keys(roots), threshold: 1 },
    parts: Object.fromEntries(Object.entries(parts).map(([part, some]) => [part, keys(some)])),
    managers: keys(managers),
    approvals: {},
    withdrawn: [],
    ...change,
  }
}

export const signedBy = (trust: Trust, ...people: Person[]): SignedTrust => ({
  trust,
  signatures: people.map(({ sign }) => sign(bytesOfTrust(trust))),
})
