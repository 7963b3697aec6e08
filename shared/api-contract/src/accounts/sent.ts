import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'

// Specific to our API: other hosts may have no such calls.

/** Of work and comments: `waiting` until somebody here decides. A registration is `received`. */
export const sentStates = ['received', 'waiting', 'taken', 'rejected'] as const

/** Something that was sent while logged in. */
export const sentItem = z.object({
  id: z.string(),
  kind: z.enum(['registration', 'work', 'comment']),
  /** Of the form, the work, or the article that a comment is about. */
  title: z.string(),
  state: z.enum(sentStates),
  /** Its reference for questions. */
  reference: z.string(),
  /** When it arrived. */
  at: z.string(),
  fields: z.array(
    z.object({
      label: z.string(),
      /** HTML for a paragraph field; the name of an image if `is_image`. */
      value: z.string(),
      is_image: z.optional(z.boolean()),
    }),
  ),
})
export type SentItem = z.infer<typeof sentItem>

export const listSent = getEndpoint(
  '/api/auth/account/sent',
  'What the account has sent while it was logged in, newest first; nothing that only has its phone number',
  z.array(sentItem),
  { bearer: 'required', uncached: true },
)

export const getSentImage = getEndpoint(
  '/api/auth/account/images/{name}',
  'An image that the account has sent, as a data URL',
  z.object({ image: z.string() }),
  { bearer: 'required', uncached: true },
)
