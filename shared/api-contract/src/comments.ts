import * as z from 'zod/mini'
import { slug } from './content/content-fields'
import { getEndpoint, messageEndpoint } from './endpoint'
import { isStorable, without } from './forms/text-checks'

// Specific to our API: other hosts may have no such calls.

/** Kinds of articles that have comments. */
export const articleKinds = ['main-news', 'news', 'publication'] as const
export type ArticleKind = (typeof articleKinds)[number]

const LONGEST_COMMENT = 5000
const LONGEST_LINE = 254
const STARS = 'Give one to five stars, or none'

const line = (what: string, most = LONGEST_LINE) =>
  z.string(`Enter your ${what}`).check(
    z.trim(),
    without((text) => {
      if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return `Enter your ${what}`
      if ([...text].length > most) return `Your ${what} must have at most ${most.toLocaleString('en')} characters`
      return isStorable(text) ? undefined : `Your ${what} has characters that cannot be stored`
    }),
  )

/** An optional, short field. */
const lineOrNone = (what: string, fits: (text: string) => boolean) =>
  z.optional(
    z.string().check(
      z.trim(),
      without((text) =>
        text === '' || (text.length <= LONGEST_LINE && fits(text)) ? undefined : `Enter an ${what}, or none`,
      ),
    ),
  )

/** Only what a browser opens as a page: a comment's link must run nothing. */
const isPage = (text: string) => /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text) && URL.canParse(text)
const emailShape = z.email()
const isEmail = (text: string) => z.safeParse(emailShape, text).success

export const commentBody = z.object({
  kind: z.enum(articleKinds, 'Say what this is about: kind'),
  /** Of the article. */
  slug: z.string('Say what this is about: slug'),
  /** Plain text; nothing in it is HTML. */
  text: line('comment', LONGEST_COMMENT),
  name: line('name', 100),
  /** Never shown. */
  email: lineOrNone('e-mail address such as name@example.org', isEmail),
  website: lineOrNone('address such as https://example.org', isPage),
  /** Stars, 1 to 5. */
  rating: z.optional(z.int(STARS).check(z.gte(1, STARS), z.lte(5, STARS))),
})

export const comment = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  /** The day on which it was sent. */
  date: z.string(),
  website: z.optional(z.string()),
  rating: z.optional(z.int()),
})
export type Comment = z.infer<typeof comment>

export const listComments = getEndpoint(
  '/api/comments/{kind}/{slug}',
  'Approved comments on an article, oldest first',
  z.array(comment),
)

export const createComment = messageEndpoint(
  '/api/comment/create',
  'Send a comment; it is shown once somebody has approved it',
  commentBody,
  { bearer: true, idempotent: true },
)

export const withdrawComment = messageEndpoint(
  '/api/comment/withdraw',
  'Delete a comment of one’s own, approved or not',
  z.object({ id: slug }),
  { bearer: 'required' },
)
