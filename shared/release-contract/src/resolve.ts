import { hash } from 'node:crypto'
import type { DiscoveryDocument, DiscoveryEntry } from './discovery'

export type Choice = {
  part: string
  entry: DiscoveryEntry
  /** Why: the only entry with traffic, or the visitor's bucket (0 ≤ bucket < 100). */
  rule: 'only' | 'bucket'
  bucket?: number
}

const SPACE = 2 ** 48

/** A visitor's bucket in a rollout: uniform in [0, 100), the same for the same salt, subject and visitor. */
export function bucketOf(salt: string, subject: string, visitor: string): number {
  const digest = hash('sha256', `${salt}\n${subject}\n${visitor}`, 'hex')
  return (Number.parseInt(digest.slice(0, 12), 16) / SPACE) * 100
}

/** Pure: the same document and visitor give the same versions, whatever the order of entries. */
export function resolve(document: DiscoveryDocument, visitor: string): Choice[] {
  return Object.keys(document.microFrontends)
    .sort()
    .map((part) => choose(part, document.microFrontends[part] as DiscoveryEntry[], visitor))
}

function choose(part: string, entries: DiscoveryEntry[], visitor: string): Choice {
  const stable = entries.find((entry) => entry.deployment.default) as DiscoveryEntry
  const candidates = entries.filter((entry) => entry !== stable && entry.deployment.traffic > 0)
  if (candidates.length === 0) return { part, entry: stable, rule: 'only' }
  candidates.sort((a, b) => (a.metadata.version < b.metadata.version ? -1 : 1))
  const bucket = bucketOf(stable.extras.salt, stable.extras.group ?? part, visitor)
  let upTo = 0
  for (const entry of candidates) {
    upTo += entry.deployment.traffic
    if (bucket < upTo) return { part, entry, rule: 'bucket', bucket }
  }
  return { part, entry: stable, rule: 'bucket', bucket }
}

/**
 * 32 hex digits that identify a set of versions, in any order. With fewer, somebody who can choose versions could find two
 * sets with the same id.
 */
export function compositionId(versions: Record<string, string>): string {
  const text = Object.keys(versions)
    .sort()
    .map((part) => `${part}@${versions[part]}`)
    .join('\n')
  return hash('sha256', text, 'hex').slice(0, 32)
}
