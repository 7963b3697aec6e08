import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'

// All of this is ours alone: another host may have no such call.

/** Of work and comments: `waiting` until somebody here decides. A registration is `received`. */
export const sentStates = ['received', 'waiting', 'taken', 'rejected'] as const

/** What somebody sent while logged in. */
export const sentItem = z.object({
  id: z.string(),
  kind: z.enum(['registration', 'work', 'comment']),
  /** Of the form, the work, or the article that a comment is about. */
  title: z.string(),
  state: z.enum(sentStates),
  /** What to name when asking about it. */
  reference: z.string(),
  /** When it arrived. */
  at: z.string(),
  fields: z.array(
    z.object({
      label: z.string(),
      /** HTML where a paragraph was asked for; the name of an image where `is_image`. */
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
