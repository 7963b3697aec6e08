import { z } from 'zod'
import { roles } from '../names'

const text = z.string()

/** Who is logged in; null for nobody. */
export const sessionAnswer = z.object({
  caller: z.object({ name: text, role: z.enum(roles), part: text.nullable(), environment: text.nullable() }).nullable(),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  /** What the site serves at whose address the console was opened; null at the registry's own. */
  environment: text.nullable(),
})
