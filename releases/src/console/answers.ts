import { roles } from '@marram/release-contract/permissions'
import { z } from 'zod'

const text = z.string()

/** Who is logged in; null for nobody. */
export const sessionAnswer = z.object({
  caller: z.object({ name: text, role: z.enum(roles), part: text.nullable(), environment: text.nullable() }).nullable(),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  /** Where visitors see which environment; null where the registry was not told. */
  site: z.object({ url: z.url(), environment: text }).nullable(),
})
