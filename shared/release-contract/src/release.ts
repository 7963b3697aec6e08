import * as z from 'zod/mini'
import { belongings, partName, sectionPage } from './section'
import { hostRangePattern, versionPattern } from './version'

export const digest = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'a SHA-384 digest'))
export const version = z.string().check(z.regex(versionPattern, 'a version of SemVer, such as 1.4.0 or 1.4.0-rc.1'))
/** Relative to the release's folder; no way out of it. */
const filePath = z
  .string()
  .check(z.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[A-Za-z0-9_@.~-]+(?:\/[A-Za-z0-9_@.~-]+)*$/, 'a plain relative path'))
const files = z.array(filePath)
/** By module. */
const names = z.record(z.string(), z.array(z.string()))

const page = z.extend(sectionPage, {
  /** Scripts and styles of the page's own chunk. */
  files,
  /** Names of provided modules that the page needs before it can run; the shell declares their files. */
  needs: z.array(z.string()),
})

const common = {
  format: z.literal(1),
  name: partName,
  version,
  /** The commit that was built, if the build knows it; ends in `-dirty` if anything that it is built of differed from it. */
  revision: z.nullable(z.string()),
  /** Of a section: federation's own description of its browser build. Without one the gate lets it go live by an override only. */
  manifest: z.optional(filePath),
  /** The one server file, CommonJS, shared modules external. */
  server: filePath,
  files: z.record(filePath, z.object({ size: z.int().check(z.gte(0)), integrity: digest })),
}

export const sectionRelease = z.object({
  ...common,
  kind: z.literal('section'),
  title: z.string(),
  host: z.string().check(z.regex(hostRangePattern)),
  /** Global that the browser entry defines, by `containerName`. */
  container: z.string(),
  entry: filePath,
  /** That the entry works by itself. Entries of earlier releases need federation's run time in the page. */
  runtime: z.optional(z.literal('none')),
  /** Chunks that the entry always loads. */
  expose: files,
  pages: z.array(page),
  ...belongings,
  /** Modules that the section takes from the shell. */
  requires: z.array(z.string()),
  /** The range of each, which the shell's version must satisfy. Earlier releases do not declare it. */
  ranges: z.optional(z.record(z.string(), z.string().check(z.regex(hostRangePattern)))),
  /** The names that it uses of each, so far as the build knows them. Earlier releases do not declare them. */
  uses: z.optional(names),
})

/** A package for npm that belongs to a release: its archive, and what npm reads of it before it fetches that. */
const packedPackage = z.object({
  file: filePath,
  integrity: z.string().check(z.regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'a SHA-512 digest')),
  manifest: z.record(z.string(), z.unknown()),
})
export type PackedPackage = z.infer<typeof packedPackage>

export const shellRelease = z.object({
  ...common,
  kind: z.literal('shell'),
  /** Version of the host contract that this shell provides. */
  host: z.string().check(z.regex(versionPattern)),
  /** Entry scripts and styles, in order. */
  entry: files,
  fonts: files,
  icon: filePath,
  /** Small script that runs before first paint; inlined, its hash is in the policy. */
  boot: filePath,
  /** Provided module → files to fetch for it; empty if it is in the entry. */
  provides: z.record(z.string(), files),
  /** How many entries of sections each slot of its navigation takes. Earlier releases have no slots. */
  slots: z.optional(z.record(z.string(), z.int().check(z.gte(0)))),
  /** Version of every module that sections can take from it. Earlier releases do not declare it. */
  versions: z.optional(z.record(z.string(), version)),
  /** The names that each of them exports, where the build knows them. Earlier releases do not declare them. */
  exports: z.optional(names),
  /** Ids of React's own modules in its chunks, so that a dev server can give a page React's development build. */
  reactModules: z.optional(z.record(z.string(), z.string())),
  /** What sections are built with. Earlier releases have none. */
  packages: z.optional(z.array(packedPackage)),
})

/** `release.json`: a built part, describing itself. */
export const releaseManifest = z.discriminatedUnion('kind', [sectionRelease, shellRelease])
export type SectionRelease = z.infer<typeof sectionRelease>
export type ShellRelease = z.infer<typeof shellRelease>
export type ReleaseManifest = z.infer<typeof releaseManifest>

export const RELEASE_FILE = 'release.json'
/** The packages in a release, as CycloneDX. Earlier releases have none. */
export const BILL_FILE = 'bom.json'

/** Of a shell: the folder of its packages for npm. */
export const PACKAGES_FOLDER = 'packages'

/**
 * Source maps, the bill of materials and packages: for holders of a token, and neither served nor run by an edge. Packages
 * have an address of their own, for everybody.
 */
export const isForTeams = (file: string) =>
  file === BILL_FILE || file.startsWith(`${PACKAGES_FOLDER}/`) || /\.map$/i.test(file)

/** Whether browsers load the file: never the server build, wherever a build puts it, and no files for teams. */
export const isForBrowsers = (manifest: Pick<ReleaseManifest, 'server'>, file: string) =>
  file !== manifest.server && !isForTeams(file)

/**
 * The global name of a section's release in browsers. It must differ between parts and versions, since two versions of one
 * part can be in one page during a fallback, and browsers use the first of two equal names. Names of parts have no
 * capitals, so the first `_V` ends the name; dots and dashes of the version are encoded differently.
 */
export const containerName = ({ name, version }: { name: string; version: string }) =>
  `${name.replaceAll('-', '_')}_V${version.replaceAll(/[.-]/g, (mark) => (mark === '.' ? '__' : '_d'))}`

/** The script that starts the part in the browser: of a shell's entry files the last, which runs after what it needs. */
export const browserEntry = (manifest: ReleaseManifest) =>
  manifest.kind === 'section' ? manifest.entry : manifest.entry.findLast((path) => /\.m?js$/.test(path))
