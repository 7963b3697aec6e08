import * as z from 'zod/mini'
import { call, post, read } from '../call'
import { compositionIdPattern } from '../composition-id'
import * as names from './names'

const DAY = 86_400
const text = z.string()

const previewLink = z.object({
  id: text,
  environment: text,
  versions: names.versions,
  expiresAt: names.moment,
  needsToken: z.boolean().check(z.describe('Whether opening it takes a token, of any role.')),
  path: text.check(z.describe('On an edge of the environment; `?to=/path` begins there.')),
  url: z.optional(z.url()).check(z.describe('The whole link, where the registry knows where previews are opened.')),
  note: z.optional(text).check(z.describe('Why it opens the home page instead of a page of its section.')),
})
export type PreviewLink = z.output<typeof previewLink>

const limits = {
  seconds: z._default(z.int().check(z.gte(60), z.lte(30 * DAY)), DAY).check(z.describe('How long the link is valid.')),
  reason: z.optional(names.reason),
}

const links = z.object({
  links: z.array(z.object({ id: text, what: text, by: text, createdAt: names.moment, expiresAt: names.moment })),
})
export type PreviewLinks = z.output<typeof links>

const ofPreview = '/releases/previews/{preview}'

export const previewCalls = {
  createPreview: post(
    `${names.ofEnvironment}/previews`,
    'preview',
    "A signed link to a composition, or to one part's version on top of what is live",
    {
      body: z.union([
        z.strictObject({ composition: names.composition.check(z.regex(compositionIdPattern)), ...limits }),
        z.strictObject({ part: names.part, version: names.version, ...limits }),
        z.strictObject({ part: names.part, source: names.source, ...limits }),
      ]),
      response: previewLink,
      status: [201],
    },
  ),
  listPreviews: read(`${names.ofEnvironment}/previews`, 'Links to previews that still show something', links),
  endPreview: post(`${names.ofEnvironment}/previews/{link}/end`, 'preview', 'End a link to a preview', {
    body: z.object({ reason: z.optional(names.reason) }),
    response: z.object({ id: text, what: text }),
  }),
  showPreview: call({
    method: 'GET',
    path: ofPreview,
    summary: 'What a link shows, for everyone who has it',
    response: z.object({
      environment: text,
      what: text,
      source: z.nullable(z.object({ part: text, origin: text })).check(z.describe('The dev source of the part.')),
      needsToken: z.boolean().check(z.describe('Whether the holder of a token has to open it first.')),
      versions: names.versions,
      expiresAt: names.moment,
      document: z.looseObject({}).check(z.describe('A discovery document.')),
    }),
    noStore: true,
  }),
  openPreview: post(`${ofPreview}/open`, 'read', 'Open a link to a dev source, for the caller alone', {
    refusedAs: 'open-preview',
    response: z.object({
      preview: text.check(z.describe("What the browser of the token's holder keeps, in place of the link.")),
    }),
    noStore: true,
  }),
}
