import { createHash } from 'node:crypto'
import type { ReleasesDatabase } from '../database'
import { readReleases, revisionOf, rolloutsOf } from '../live/live'
import { stopsOf } from '../live/stops'
import { discoveryOf, releasesBehind } from './discovery'

/** `until`: in milliseconds, when something that is stopped goes on by itself. */
type Document = { revision: number; until: number; body: string; etag: string }

const known = new WeakMap<ReleasesDatabase, Map<string, Document>>()

/** The discovery document of an environment: from memory while the environment's revision stays. */
export async function currentDocument(db: ReleasesDatabase, name: string): Promise<Document> {
  const documents = known.get(db) ?? new Map<string, Document>()
  known.set(db, documents)
  const revision = await revisionOf(db, name)
  const last = documents.get(name)
  const document = last?.revision === revision && Date.now() < last.until ? last : await compose(db, name, revision)
  documents.set(name, document)
  return document
}

/** Reads after the revision was read: what it finds may be newer, and is then composed once more. Never older. */
async function compose(db: ReleasesDatabase, name: string, revision: number): Promise<Document> {
  const rollouts = await rolloutsOf(db, name)
  const releases = await readReleases(db, releasesBehind(rollouts))
  const stops = await stopsOf(db, name)
  const until = Math.min(...stops.map((stop) => stop.until?.getTime() ?? Number.POSITIVE_INFINITY))
  const body = JSON.stringify(discoveryOf(rollouts, releases, stops))
  return { revision, until, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}
