import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as names from '@marram/release-contract/calls/names'
import { shortId } from '@marram/release-contract/composition-id'
import { type Caller, whyNot } from '@marram/release-contract/permissions'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { and, desc, eq, gt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { callerOf, demand } from '../access/authorize'
import { findHolderById } from '../access/tokens'
import { record } from '../audit/audit'
import { noteNamed } from '../clean-up/unused-releases'
import type { RegistryContext } from '../context'
import type { Db, ReleasesDatabase } from '../database'
import { discoveryOf } from '../discovery/discovery'
import type { Handlers } from '../handler'
import { findComposition, neverLive } from '../live/compositions'
import { getRelease, type Rollout, readReleases, revisionOf, rolloutsOf, statesOf, type Version } from '../live/live'
import { alone } from '../live/states'
import { stopsOf } from '../live/stops'
import { stableVersions } from '../live/variants'
import { Refusal } from '../refusal'
import { previewLink, secret } from '../schema'

/** A developer's machine is usually not reachable for long. */
const LONGEST_DEV_SOURCE_S = 12 * 3600

const common = { environment: names.environment, expiresAt: z.coerce.date(), id: z.string() }
/** What a link shows: a composition, one part's version on top of the live ones, or a part from a dev source. */
const preview = z.union([
  z.object({ ...common, composition: names.composition }),
  z.object({ ...common, part: names.part, version: names.version }),
  z.object({
    ...common,
    part: names.part,
    source: names.source,
    /** Id of the token that opened the link. Without one, nothing of the dev source is shown. */
    openedBy: z.optional(z.uuid()),
  }),
])
type Preview = z.output<typeof preview>

/** Throws a refusal for a link without a valid signature, and for an expired one. */
async function readPreview({ db, now }: RegistryContext, token: string): Promise<Preview> {
  const signed = await readSigned(db, token)
  if (signed === undefined) throw new Refusal('not-found', 'This is no link to a preview.')
  const read = preview.parse(signed)
  if ((await db.$count(previewLink, eq(previewLink.id, read.id))) === 0)
    throw new Refusal('not-found', 'This preview was ended. Ask for a new link.')
  if (read.expiresAt > now()) return read
  throw new Refusal('not-found', `This preview ended at ${read.expiresAt.toISOString()}. Ask for a new link.`)
}

export const previewHandlers = {
  /** A link that shows a preview to everyone who has it, until it expires. */
  async createPreview(context, { seconds, by, reason, ...about }, { request }) {
    const caller = callerOf(request)
    const { environment, part, version } = { part: undefined, version: undefined, ...about }
    demand(caller, 'preview', { environment, part })
    if ('source' in about) refuseDevSource(caller, about.part, seconds)
    const expiresAt = new Date(Math.floor(context.now().getTime() / 1000 + seconds) * 1000)
    const id = randomBytes(4).toString('hex')
    const wanted: Preview = { ...about, expiresAt, id }
    const { versions, releases } = await context.db.transaction(async (tx) => {
      const versions = await versionsOf(tx, wanted)
      const row = { id, environment, part, what: nameOf(wanted), by, createdAt: context.now(), expiresAt }
      // It locks the environment, which a clean-up also locks before releases: otherwise they could deadlock.
      await tx.insert(previewLink).values(row)
      // Noted before they are looked up: a concurrent clean-up has ended by then, or waits.
      await noteNamed(tx, namedBy(versions), expiresAt)
      return { versions, releases: await releasesOf(tx, versions) }
    })
    const token = await sign(context.db, wanted)
    const { environment: _, ...to } = wanted
    await record(context.db, { action: 'preview', actor: by, environment, part, version, reason, from: null, to })
    const manifest = part && getRelease(releases, { part, version: versions[part] as string }).manifest
    const page = manifest && firstPage(manifest)
    const path = `/releases/preview/${token}${page ? `?to=${encodeURIComponent(page)}` : ''}`
    const { previews } = context
    const url = previews?.environment === environment ? previews.url + path : undefined
    const needsToken = 'source' in about
    // The live version of a part does not describe the build of a dev source.
    const { [needsToken ? (part ?? '') : '']: __, ...shownVersions } = versions
    const note = manifest && !page ? homeNote(manifest) : undefined
    return { id, environment, versions: shownVersions, expiresAt, needsToken, path, url, note }
  },

  async listPreviews({ db, now }, { environment }) {
    await revisionOf(db, environment)
    const isLive = and(eq(previewLink.environment, environment), gt(previewLink.expiresAt, now()))
    return { links: await db.select().from(previewLink).where(isLive).orderBy(desc(previewLink.createdAt)) }
  },

  /** Whoever may create such a link may end it. Edges look a link up at most once a second. */
  endPreview: ({ db }, { environment, link, by, reason }, { request }) =>
    db.transaction(async (tx) => {
      const own = and(eq(previewLink.environment, environment), eq(previewLink.id, link))
      const [ended] = await tx.delete(previewLink).where(own).returning()
      if (!ended)
        throw new Refusal('not-found', `There is no link ${link} to a preview in ${environment}, or it has ended.`)
      const { id, what, part, expiresAt } = ended
      demand(callerOf(request), 'preview', { environment, part: part ?? undefined })
      const from = { what, expiresAt, id }
      await record(tx, { action: 'end-preview', actor: by, environment, part, reason, from, to: null })
      return { id, what }
    }),

  /** The data for an edge: a discovery document in which everybody gets these versions. */
  async showPreview(context, { preview: token }) {
    const { db, now } = context
    const shown = await readPreview(context, token)
    const { environment, expiresAt } = shown
    const source = 'source' in shown ? { part: shown.part, origin: shown.source } : null
    const openedBy = 'source' in shown ? shown.openedBy : undefined
    if (openedBy !== undefined && !(await findHolderById(db, openedBy)))
      throw new Refusal('not-found', 'The token with which this preview was opened is no longer valid.')
    const versions = await versionsOf(db, shown)
    const releases = await releasesOf(db, versions)
    const part = 'part' in shown ? shown.part : undefined
    // A link to one part shows it, killed or not.
    const stops = (await stopsOf(db, environment, now())).filter((stop) => stop.part !== part)
    const rollouts = namedBy(versions).map((version) => forEverybody(environment, version))
    const document = discoveryOf(rollouts, releases, part === undefined ? [] : stops)
    const needsToken = source !== null && openedBy === undefined
    return { environment, what: nameOf(shown), source, needsToken, versions, expiresAt, document }
  },

  /** The same link for the holder of a token, who may see builds of a dev source. It ends with the token, if not before. */
  async openPreview(context, { preview: token }, { request }) {
    const shown = await readPreview(context, token)
    if (!('source' in shown)) throw new Refusal('invalid', 'This link shows releases, which needs no token.')
    const { id: openedBy, name: actor } = callerOf(request)
    const opened = await sign(context.db, { ...shown, openedBy })
    const { environment, part, source, expiresAt } = shown
    const to = { source, expiresAt }
    await record(context.db, { action: 'open-preview', actor, environment, part, from: null, to })
    return { preview: opened }
  },
} satisfies Partial<Handlers>

/** Only holders of the permission to publish a part may run code for it on the site, even for themselves only. */
function refuseDevSource(caller: Caller, part: string, seconds: number): void {
  if (whyNot(caller, 'publish', { part }) !== undefined)
    throw new Refusal('forbidden', `The token "${caller.name}" may not publish ${part}, nor show it from a dev source.`)
  if (seconds > LONGEST_DEV_SOURCE_S)
    throw new Refusal('invalid', 'A link to a dev source is valid for 12 hours at most.')
}

/** The target of a link to one part: a page without parameters, if possible one that is rendered by the server. */
function firstPage(manifest: ReleaseManifest): string | undefined {
  if (manifest.kind !== 'section') return undefined
  const pages = manifest.pages.filter(({ pattern }) => !pattern.includes(':'))
  return (pages.find((page) => !page.requiresLogin && !page.private) ?? pages[0])?.pattern
}

/** Why a link to a section begins at the home page; nothing for a shell, which is on every page. */
const homeNote = (manifest: ReleaseManifest): string | undefined =>
  manifest.kind === 'section'
    ? `It opens the home page: each page of ${manifest.name} ${manifest.version} has a parameter in its address, as ${manifest.pages[0]?.pattern}. Add ?to=/ADDRESS to open one.`
    : undefined

function nameOf(shown: Preview): string {
  if ('composition' in shown) return `composition ${shortId(shown.composition)}`
  return 'version' in shown ? `${shown.part} ${shown.version}` : `${shown.part} from ${shown.source}`
}

async function versionsOf(db: Db, shown: Preview): Promise<Record<string, string>> {
  await revisionOf(db, shown.environment)
  if ('composition' in shown) {
    const found = await findComposition(db, shown.composition, shown.environment)
    if (!found) throw neverLive(shown.composition)
    return found.versions
  }
  const live = stableVersions(statesOf(await rolloutsOf(db, shown.environment)))
  return 'version' in shown ? { ...live, [shown.part]: shown.version } : live
}

const namedBy = (versions: Record<string, string>): Version[] =>
  Object.entries(versions).map(([part, version]) => ({ part, version }))

async function releasesOf(db: Db, versions: Record<string, string>) {
  const wanted = namedBy(versions)
  const releases = await readReleases(db, wanted)
  for (const each of wanted) getRelease(releases, each)
  return releases
}

/** A part with one version for everybody, and no fallback: a preview shows exactly its versions. */
const forEverybody = (environment: string, { part, version: stable }: Version): Rollout => ({
  ...{ environment, part, stable, ...alone },
  ...{ salt: 'preview', revision: 0, history: [], live: true, changedAt: new Date(0) },
})

/** A link contains what it shows, signed by a registry on this database. */
async function sign(db: ReleasesDatabase, shown: unknown): Promise<string> {
  const payload = Buffer.from(JSON.stringify(shown)).toString('base64url')
  return `${payload}.${signature(await key(db), payload)}`
}

/** The content of such a link; undefined if the signature is not valid. */
async function readSigned(db: ReleasesDatabase, token: string): Promise<unknown> {
  const [payload = '', signed = ''] = token.split('.')
  const right = Buffer.from(signature(await key(db), payload))
  const given = Buffer.from(signed)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

const signature = (secretKey: string, payload: string) =>
  createHmac('sha256', Buffer.from(secretKey, 'base64url')).update(payload).digest('base64url')

/** Created once, and the same for all registries of a database. */
async function key(db: ReleasesDatabase): Promise<string> {
  const [known] = await db.select().from(secret).where(eq(secret.name, 'previews'))
  if (known) return known.value
  const value = randomBytes(32).toString('base64url')
  await db.insert(secret).values({ name: 'previews', value }).onConflictDoNothing()
  // Another registry may have created it concurrently.
  return key(db)
}
