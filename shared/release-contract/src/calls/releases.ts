import * as z from 'zod/mini'
import { call, post, read } from '../call'
import * as names from './names'

const text = z.string()

const parts = z.object({
  parts: z.array(
    z.object({ part: text, kind: text, title: text, latest: text, versions: z.int(), live: names.versions }),
  ),
})
export type Parts = z.output<typeof parts>
const partVersions = z.object({
  part: text,
  versions: z.array(
    z.object({
      version: text,
      integrity: text,
      publishedBy: text,
      publishedAt: names.moment,
      host: text,
      source: z.nullable(text),
      files: z.int(),
      bytes: z.int(),
      live: z.array(text),
      candidate: z.array(text).check(z.describe('Environments where it is being rolled out.')),
    }),
  ),
})
export type PartVersions = z.output<typeof partVersions>

const ofRelease = ['signed', 'approved', 'files', 'digests', 'manifest', 'styles', 'server', 'browser', 'size'] as const
const claims = ['pattern', 'address', 'navigation', 'search', 'declared'] as const
const besideOthers = ['no-shell', 'host', 'shared', ...claims] as const
const outcome = z.enum(['passed', 'warned', 'failed']).check(z.describe('What is warned of may go live.'))
const check = z.object({
  name: z.enum([...ofRelease, ...besideOthers]),
  outcome,
  message: text,
})
/** `late`: it failed for want of time, which may have been the machine's. */
export type Check = z.output<typeof check> & { late?: true }
const trialOutcome = z.nullable(outcome).check(z.describe('Null until it was tried.'))
const pair = z.object({
  section: text,
  version: text,
  shell: text.check(z.describe('The version of the shell.')),
  why: z
    .enum(['live', 'candidate', 'would come back'])
    .check(z.describe('Why the other release is tried: it is live, in a rollout, or a rollback would bring it back.')),
  server: trialOutcome,
  browser: trialOutcome,
  message: z.nullable(text).check(z.describe('What is wrong with the pair.')),
})
const digest = z
  .nullable(text)
  .check(z.describe('Digest of a picture, for its call; null where there is none, or the caller may not see it.'))
const view = z.object({
  width: z.int().check(z.describe('Of the window, in pixels; pictures are as wide.')),
  height: z.int().check(z.describe('Of the taller picture, in pixels.')),
  cut: z.boolean().check(z.describe('The page is longer than its picture.')),
  different: z.int().check(z.describe('How many pixels differ.')),
  boxes: z
    .array(z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }))
    .check(z.describe('Where they are, in pixels.')),
  candidate: digest,
  live: digest,
})
export type PageView = z.output<typeof view>
const picturedPage = z.object({
  path: text,
  message: z.nullable(text).check(z.describe('What is wrong with its pictures, or why there are none.')),
  views: z.array(view).check(z.describe('Pictures are stored of pages that differ, and of those that live lacks.')),
})
export type PicturedPage = z.output<typeof picturedPage>
const pictures = z.object({
  live: z.nullable(text).check(z.describe('The version that it is compared with.')),
  pending: z.boolean().check(z.describe('They are still being taken.')),
  message: z.nullable(text).check(z.describe('Why there are none, or not all.')),
  pages: z.array(picturedPage),
})
export type Pictures = z.output<typeof pictures>
const gateReport = z.object({
  environment: text,
  part: text,
  version: text,
  replaces: z.nullable(text).check(z.describe('What is live for most visitors and would be replaced.')),
  passed: z.boolean(),
  checks: z.array(
    z.extend(check, { beside: z.nullable(text).check(z.describe('The other release that it is about.')) }),
  ),
  pairs: z.array(pair).check(z.describe('Each section beside each shell that visitors could get with this version.')),
  pictures: z
    .optional(pictures)
    .check(z.describe('How its pages look beside those of what is live. No check fails by it.')),
})
export type GateReport = z.output<typeof gateReport>

const lines = <Value extends z.ZodMiniType>(value: Value) =>
  z.array(z.object({ name: text, before: z.nullable(value), after: z.nullable(value) }))
/** What differs between a version and the live one; null if one of the two does not have it. */
const difference = z.object({
  environment: text,
  part: text,
  version: text,
  live: text.check(z.describe('The version of everyone that no rollout is about: what `before` is about.')),
  files: lines(z.int()).check(z.describe('In bytes, by names without the digests that builds put into them.')),
  sizes: lines(z.int()).check(z.describe('In bytes, for browsers and for servers as a whole.')),
  patterns: lines(text).check(
    z.describe('Addresses of pages, and for whom they are; links of the navigation, and where they lead.'),
  ),
  modules: lines(text).check(
    z.describe('Shared modules and the host contract: versions of a shell, ranges of a section.'),
  ),
  packages: z
    .optional(lines(text))
    .check(z.describe('Versions of the packages of others in its builds; left out where one of the two has no bill.')),
})
export type Difference = z.output<typeof difference>

const ofPart = '/releases/parts/{part}/versions'
const ofVersion = `${names.ofPart}/versions/{version}` as const
/** Of a website's part no file is larger: uploads are checked in memory. In bytes. */
export const MAX_FILE_SIZE = 64 * 1024 * 1024

export const releaseCalls = {
  listParts: read('/releases/parts', 'What is published and where it is live', parts),
  listVersions: read(ofPart, 'Every version of a part, newest first', partVersions),
  showGate: read(`${ofVersion}/gate`, 'Whether a version can go live, and why not', gateReport),
  showDifference: read(`${ofVersion}/difference`, 'What a version changes, compared with the live one', difference),
  showPicture: read(
    `${ofPart}/{version}/pictures/{picture}`,
    'A picture of a page, taken at the gate',
    z.object({ webp: text.check(z.describe('The file, as Base64.')) }),
  ),
  /** For edges, which give files of such releases to everybody. */
  everLive: call({
    method: 'GET',
    path: `${ofVersion}/ever-live`,
    summary: 'Whether visitors of an environment had a release at any time',
    response: z.object({ everLive: z.boolean() }),
    noStore: true,
  }),

  // Publishing in three steps that can each be repeated: release.json, its files, completion.
  beginUpload: post(ofPart, 'publish', 'Publish, step 1: send release.json', {
    body: 'bytes',
    bodyLimit: 8 * 1024 * 1024,
    response: z.object({
      version: text,
      complete: z.boolean().check(z.describe('This release is published already, with the same bytes.')),
      missing: z.array(text).check(z.describe('Files that have not arrived yet.')),
    }),
    status: [200, 201],
    mayRepeat: () => true,
  }),
  sendFile: call({
    method: 'PUT',
    path: `${ofPart}/{version}/files/{*}`,
    summary: 'Publish, step 2: send each missing file',
    action: 'publish',
    body: 'bytes',
    bodyLimit: MAX_FILE_SIZE,
    response: z.null(),
    status: [204],
    mayRepeat: () => true,
  }),
  completeUpload: post(`${ofPart}/{version}/complete`, 'publish', 'Publish, step 3: make the release visible', {
    body: z.object({ integrity: z.optional(text).check(z.describe('Digest of the release.json that is meant.')) }),
    response: z.object({ part: text, version: text, changed: z.boolean() }),
    mayRepeat: () => true,
  }),
}
