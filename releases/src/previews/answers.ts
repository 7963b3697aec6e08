import { z } from 'zod'

/** A link to what is not live. */
export const made = z.object({
  environment: z.string(),
  versions: z.record(z.string(), z.string()),
  expiresAt: z.iso.datetime({ offset: true }),
  needsToken: z.boolean().describe('Whether opening it takes a token, of any role.'),
  path: z.string().describe('On the public edge; `?to=/path` begins there.'),
})

/** What the browser of a token's holder keeps, in place of the link. */
export const opened = z.object({ preview: z.string() })
