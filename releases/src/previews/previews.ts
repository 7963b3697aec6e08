import type { Caller } from '@marram/release-contract/permissions'
import { eq } from 'drizzle-orm'
import { findHolderById, type Holder } from '../access/tokens'
import { record } from '../audit/audit'
import { noteNamed } from '../clean-up/unused-releases'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { discoveryOf } from '../discovery/discovery'
import type { Handlers, Input } from '../handler'
import {
  type KnownReleases,
  type Rollout,
  readReleases,
  releaseKey,
  revisionOf,
  rolloutsOf,
  statesOf,
} from '../live/live'
import { stopsOf } from '../live/stops'
import { stableVersions } from '../live/variants'
import { Refusal } from '../refusal'
import { composition } from '../schema'
import { type Preview, readPreview, signPreview } from './preview-token'

type Wanted = Input<'createPreview'> & { by: Caller }

/** A developer's machine is not reachable for long. */
const LONGEST_DEV_SOURCE_S = 12 * 3600

/** A link that shows a preview to whoever has it, until it expires. */
export async function createPreview(context: RegistryContext, { seconds, by, reason, ...about }: Wanted) {
  if ('source' in about) refuseDevSource(by, about.part, seconds)
  const expiresAt = new Date(Math.floor(context.now().getTime() / 1000 + seconds) * 1000)
  const preview: Preview = { ...about, expiresAt }
  const versions = await context.db.transaction(async (tx) => {
    const versions = await versionsOf(tx, preview)
    // Noted before it is looked whether they are there: a clean-up that decides at this moment is over by then, or waits.
    await noteNamed(tx, namesIn(versions), expiresAt)
    await releasesOf(tx, versions)
    return versions
  })
  const token = await signPreview(context.db, preview)
  const { environment, ...shown } = about
  await record(context.db, {
    action: 'preview',
    actor: by.name,
    environment,
    part: 'part' in about ? about.part : undefined,
    version: 'version' in about ? about.version : undefined,
    reason,
    from: null,
    to: { ...shown, expiresAt: expiresAt.toISOString() },
  })
  return { environment, versions, expiresAt, needsToken: 'source' in about, path: `/releases/preview/${token}` }
}

/** Only who may publish a part may have the site run code for it, even for themselves alone. */
function refuseDevSource({ name, role, part: own }: Caller, part: string, seconds: number): void {
  const mayPublish = role === 'admin' || (role === 'publisher' && (own === null || own === part))
  if (!mayPublish) throw new Refusal('forbidden', `The token "${name}" may not publish ${part}, nor show a machine's.`)
  if (seconds > LONGEST_DEV_SOURCE_S) throw new Refusal('invalid', 'A link to a machine is valid for 12 hours at most.')
}

/** The same link for the holder of a token, who may see what a developer's machine serves. It ends with the token, if not before. */
export async function openPreview(context: RegistryContext, token: string, by: Holder) {
  const preview = await readPreview(context.db, token, context.now())
  if (!('source' in preview)) throw new Refusal('invalid', 'This link shows releases, for which nobody needs a token.')
  const opened = await signPreview(context.db, { ...preview, openedBy: by.id })
  const { environment, part, source, expiresAt } = preview
  await record(context.db, {
    action: 'open-preview',
    actor: by.name,
    environment,
    part,
    from: null,
    to: { source, expiresAt: expiresAt.toISOString() },
  })
  return { preview: opened }
}

/** What an edge needs to show it: a discovery document in which everybody gets these versions. */
export async function showPreview(context: RegistryContext, token: string) {
  const preview = await readPreview(context.db, token, context.now())
  const { environment, expiresAt } = preview
  const openedBy = 'source' in preview ? preview.openedBy : undefined
  if (openedBy !== undefined && !(await findHolderById(context.db, openedBy)))
    throw new Refusal('not-found', 'The token with which this preview was opened is valid no more.')
  const versions = await versionsOf(context.db, preview)
  const releases = await releasesOf(context.db, versions)
  const part = 'part' in preview ? preview.part : null
  // Whoever looks at one part wants to see it, killed or not.
  const stops = (await stopsOf(context.db, environment, context.now())).filter((stop) => stop.part !== part)
  const rollouts = Object.entries(versions).map(([name, version]) => alone(environment, name, version))
  return {
    environment,
    what: named(preview),
    source: 'source' in preview ? { part: preview.part, origin: preview.source } : null,
    needsToken: 'source' in preview && openedBy === undefined,
    versions,
    expiresAt,
    document: discoveryOf(rollouts, releases, part === null ? [] : stops),
  }
}

function named(preview: Preview): string {
  if ('composition' in preview) return `composition ${preview.composition}`
  return 'version' in preview ? `${preview.part} ${preview.version}` : `${preview.part} from ${preview.source}`
}

async function versionsOf(
  db: ReleasesDatabase | ReleasesTransaction,
  preview: Preview,
): Promise<Record<string, string>> {
  await revisionOf(db, preview.environment)
  if ('composition' in preview) {
    const [found] = await db.select().from(composition).where(eq(composition.id, preview.composition))
    if (!found) throw new Refusal('not-found', `There was never a composition ${preview.composition}.`)
    return found.versions
  }
  const live = stableVersions(statesOf(await rolloutsOf(db, preview.environment)))
  return 'version' in preview ? { ...live, [preview.part]: preview.version } : live
}

const namesIn = (versions: Record<string, string>) =>
  Object.entries(versions).map(([part, version]) => ({ part, version }))

async function releasesOf(
  db: ReleasesDatabase | ReleasesTransaction,
  versions: Record<string, string>,
): Promise<KnownReleases> {
  const wanted = namesIn(versions)
  const releases = await readReleases(db, wanted)
  const missing = wanted.find(({ part, version }) => !releases.has(releaseKey(part, version)))
  if (missing)
    throw new Refusal('not-found', `There is no complete release ${missing.part} ${missing.version}. Publish it first.`)
  return releases
}

/** A part with one version for everybody, and nothing to fall back to: a preview shows what it says. */
const alone = (environment: string, part: string, stable: string): Rollout => ({
  environment,
  part,
  stable,
  candidate: null,
  traffic: 0,
  salt: 'preview',
  group: null,
  strategy: null,
  candidateSince: null,
  revision: 0,
  history: [],
  live: true,
  changedAt: new Date(0),
})

export const previewHandlers = {
  createPreview: (context, input, { caller }) => createPreview(context, { ...input, by: caller }),
  showPreview: (context, { preview }) => showPreview(context, preview),
  openPreview: (context, { preview }, { caller }) => openPreview(context, preview, caller),
} satisfies Partial<Handlers>
