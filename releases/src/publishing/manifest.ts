import { MAX_FILE_SIZE } from '@marram/release-contract/calls/releases'
import { declared } from '@marram/release-contract/composition'
import { samePattern } from '@marram/release-contract/patterns'
import {
  browserEntry,
  containerName,
  RELEASE_FILE,
  type ReleaseManifest,
  releaseManifest,
  type SectionRelease,
} from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import { checkSent } from '@marram/server/check-sent'
import { Refusal } from '../refusal'

const MAX_FILES = 5000
/** Longest path and version: both are part of URLs and indexes. */
const MAX_PATH = 500
const MAX_VERSION = 100

/** Largest release.json, in bytes; with 5000 files it has about 1 MB. */
const MAX_DESCRIPTION = 2_000_000
/** Limit of the declarations, in bytes, which every page of the site contains; our largest section has 3 KB. */
const MAX_DECLARED = 16_000
const MAX_TITLE = 60
/** Every request is compared with the pages, and each list of the sitemap is a call of the API. */
const MOST = { pages: 100, sitemap: 20, searchKinds: 20 } as const

/** Parses release.json; throws a refusal that lists all its mistakes. */
export function readManifest(part: string, bytes: Uint8Array): ReleaseManifest {
  const sent = parse(bytes)
  const result = checkSent(
    () => releaseManifest.safeParse(sent),
    () => {
      throw new Refusal('invalid', `${RELEASE_FILE} cannot be used: it has a value of the wrong kind.`)
    },
  )
  const wrong = result.success
    ? [...contradictions(part, result.data), ...excesses(result.data, bytes.length)]
    : result.error.issues.map((issue) => `${issue.path.join('.') || RELEASE_FILE}: ${issue.message}`)
  if (!result.success || wrong.length > 0) throw unusable(wrong)
  return result.data
}

const unusable = (problems: string[]) =>
  new Refusal('invalid', `${RELEASE_FILE} cannot be used: ${problems.slice(0, 5).join('; ')}`, { problems })

/** What is wrong with a release that declares too much, or uses the name of another. */
function excesses({ files: _, ...manifest }: ReleaseManifest, size: number): string[] {
  const wrong = size > MAX_DESCRIPTION ? [`${size} bytes, at most ${MAX_DESCRIPTION} are allowed`] : []
  const isSection = manifest.kind === 'section'
  const declarations = JSON.stringify(
    isSection ? { ...manifest, pages: manifest.pages.map(declared) } : { ...manifest, packages: undefined },
  )
  const bytes = Buffer.byteLength(declarations)
  if (bytes > MAX_DECLARED)
    wrong.push(
      `${bytes} bytes of declarations, at most ${MAX_DECLARED} are allowed: every page of the site carries them`,
    )
  if (isSection) {
    const own = containerName(manifest)
    if (manifest.container !== own) wrong.push(`container: it is called ${own} in browsers, and nothing else`)
    if (manifest.title.length > MAX_TITLE) wrong.push(`title: at most ${MAX_TITLE} characters are allowed`)
    for (const name of Object.keys(MOST) as (keyof typeof MOST)[])
      if ((manifest[name]?.length ?? 0) > MOST[name]) wrong.push(`${name}: at most ${MOST[name]} are allowed`)
  }
  return wrong
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('invalid', `The body is not JSON; send the bytes of ${RELEASE_FILE}.`)
  }
}

function contradictions(part: string, manifest: ReleaseManifest): string[] {
  const wrong: string[] = []
  const listed = Object.keys(manifest.files)
  if (manifest.name !== part) wrong.push(`it describes ${manifest.name}, not ${part}`)
  if ((manifest.kind === 'shell') !== (manifest.name === SHELL))
    wrong.push(`the part named ${SHELL} is the shell, and no other is`)
  if (listed.length > MAX_FILES) wrong.push(`${listed.length} files, at most ${MAX_FILES} are allowed`)
  if (listed.includes(RELEASE_FILE)) wrong.push(`${RELEASE_FILE} lists itself`)
  if (manifest.version.length > MAX_VERSION) wrong.push(`a version has at most ${MAX_VERSION} characters`)
  if (listed.some((path) => path.length > MAX_PATH)) wrong.push(`a path has at most ${MAX_PATH} characters`)
  for (const path of new Set(namedFiles(manifest)))
    if (!Object.hasOwn(manifest.files, path)) wrong.push(`${path} is used but not listed under files`)
  for (const [path, { size }] of Object.entries(manifest.files))
    if (size > MAX_FILE_SIZE) wrong.push(`${path}: at most ${MAX_FILE_SIZE} bytes are allowed`)
  return manifest.kind === 'shell'
    ? [...wrong, ...(browserEntry(manifest) === undefined ? ['entry names no script'] : [])]
    : [...wrong, ...twins(manifest.pages.map((page) => page.pattern)), ...foreignLinks(manifest)]
}

const foreignLinks = ({ navigation = [], searchPages = [], pages }: SectionRelease): string[] =>
  [...navigation, ...searchPages]
    .filter(({ path }) => !pages.some(({ pattern }) => pattern === path))
    .map(({ path }) => `${path} is in the navigation or the search and not among its pages`)

const twins = (patterns: string[]): string[] =>
  patterns.flatMap((pattern, i) => {
    const twin = patterns.slice(0, i).find((earlier) => samePattern(earlier, pattern))
    return twin === undefined ? [] : [`${twin} and ${pattern} are the same pattern`]
  })

function namedFiles(manifest: ReleaseManifest): string[] {
  if (manifest.kind === 'section')
    return [manifest.server, manifest.entry, ...manifest.expose, ...manifest.pages.flatMap((page) => page.files)]
  const { server, entry, fonts, icon, boot, provides } = manifest
  return [server, ...entry, ...fonts, icon, boot, ...Object.values(provides).flat()]
}
