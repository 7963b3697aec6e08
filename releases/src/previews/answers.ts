import { z } from 'zod'

/** A link to what is not live. */
export const made = z.object({
  environment: z.string(),
  versions: z.record(z.string(), z.string()),
  expiresAt: z.iso.datetime({ offset: true }),
  path: z.string().describe('On the public edge; `?to=/path` begins there.'),
})
