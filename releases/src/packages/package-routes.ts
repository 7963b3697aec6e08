import type { PackedPackage } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import { compareVersions } from '@marram/release-contract/version'
import { hasAlready } from '@marram/server/etag'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import { liveForVisitors } from '../live/live'
import { Refusal } from '../refusal'
import { composition, isPublished, liveComposition, release } from '../schema'
import { fileKey } from '../storage'

export const PACKAGES = '/releases/npm'
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The packages of shells that were ever live, as npm, pnpm and Yarn read a registry. The versions are those of the
 * shells; every environment's name is a tag for the version that is live there, and `latest` is what production has.
 */
export function packageRoutes(app: FastifyInstance, { db, files }: RegistryContext): void {
  app.get<{ Params: { '*': string } }>(`${PACKAGES}/*`, { schema: { hide: true } }, async (request, reply) => {
    const [name = '', archive] = decodeURIComponent(request.params['*']).split('/-/')
    const found = await releasedPackages(db, name)
    if (found.length === 0)
      throw new Refusal('not-found', `There is no package ${name} here: this registry has those of live shells alone.`)
    if (archive === undefined) {
      const base = `${request.protocol}://${request.host}${PACKAGES}/${name}/-/`
      return reply.header('cache-control', 'no-cache').send({
        name,
        'dist-tags': await tagsOf(db, found),
        versions: Object.fromEntries(
          found.map(({ version, packed }) => [
            version,
            { ...packed.manifest, dist: { tarball: base + archiveName(packed), integrity: packed.integrity } },
          ]),
        ),
      })
    }
    const one = found.find(({ packed }) => archiveName(packed) === archive)
    const file = one?.files[one.packed.file]
    if (!one || !file) throw new Refusal('not-found', `No version of ${name} has the archive ${archive}.`)
    const etag = `"${file.integrity}"`
    reply.header('cache-control', FOREVER).header('etag', etag)
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/octet-stream').header('content-length', file.size)
    return reply.send(await files.getStream(fileKey(one.release, file.integrity)))
  })
}

const archiveName = ({ file }: PackedPackage) => file.slice(file.lastIndexOf('/') + 1)

/** Every version of a package, oldest first. */
async function releasedPackages(db: ReleasesDatabase, name: string) {
  const everLive = db
    .select({ version: sql<string>`${composition.versions} ->> ${SHELL}` })
    .from(composition)
    .innerJoin(liveComposition, eq(liveComposition.composition, composition.id))
  const shells = await db
    .select()
    .from(release)
    .where(and(eq(release.part, SHELL), isPublished, sql`${release.version} in (${everLive})`))
  return shells
    .flatMap(({ id, version, manifest }) => {
      const packages = manifest.kind === 'shell' ? (manifest.packages ?? []) : []
      return packages
        .filter((packed) => packed.manifest.name === name)
        .map((packed) => ({ release: id, version, packed, files: manifest.files }))
    })
    .sort((a, b) => compareVersions(a.version, b.version))
}

async function tagsOf(db: ReleasesDatabase, found: { version: string }[]): Promise<Record<string, string>> {
  const live = (await liveForVisitors(db)).filter(({ part }) => part === SHELL)
  const tags = live
    .filter(({ stable }) => found.some(({ version }) => version === stable))
    .map(({ environment, stable }) => [environment, stable] as const)
  const { production } = Object.fromEntries(tags)
  return { latest: production ?? (found.at(-1)?.version as string), ...Object.fromEntries(tags) }
}
