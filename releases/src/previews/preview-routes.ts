import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { callerOf } from '../authorize'
import { documented, documentedForHolders } from '../document'
import { made, opened } from './answers'
import { source } from './preview-token'
import { createPreview, openPreview, showPreview } from './previews'

const DAY = 86_400
const moment = z.iso.datetime({ offset: true })
const versions = z.record(z.string(), z.string())
const common = {
  seconds: z
    .number()
    .int()
    .min(60)
    .max(30 * DAY)
    .default(DAY)
    .describe('How long the link is valid.'),
  reason: address.reason.optional(),
}
const wanted = z.union([
  z.strictObject({ composition: address.composition.length(12), ...common }),
  z.strictObject({ part: address.part, version: address.version, ...common }),
  z.strictObject({ part: address.part, source, ...common }),
])
const shown = z.object({
  environment: z.string(),
  what: z.string(),
  source: z
    .object({ part: z.string(), origin: z.string() })
    .nullable()
    .describe("A developer's machine that serves the part."),
  needsToken: z.boolean().describe('Whether the holder of a token has to open it before an edge shows anything of it.'),
  versions,
  expiresAt: moment,
  document: z.looseObject({}).describe('A discovery document.'),
})

const token = z.object({ preview: z.string().max(600) })

/** Links to what is not live. */
export function previewRoutes(app: App, desk: Registry): void {
  app.post(
    '/releases/environments/:environment/previews',
    {
      config: { action: 'preview' },
      schema: {
        ...documentedForHolders(
          'createPreview',
          "A signed link to a composition, or to one part's version on top of what is live",
          made,
          201,
        ),
        params: z.object({ environment: address.environment }),
        body: wanted,
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createPreview(desk, { ...request.params, ...request.body, by: callerOf(request) })),
  )
  app.get(
    '/releases/previews/:preview',
    {
      schema: {
        ...documented('showPreview', 'What a link shows, for whoever has it', shown),
        params: token,
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await showPreview(desk, request.params.preview)),
  )
  app.post(
    '/releases/previews/:preview/open',
    {
      config: { action: 'read', refusedAs: 'open-preview' },
      schema: {
        ...documentedForHolders('openPreview', "A link to a developer's machine, opened for the caller alone", opened),
        params: token,
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await openPreview(desk, request.params.preview, callerOf(request))),
  )
}
