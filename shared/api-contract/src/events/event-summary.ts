import * as z from 'zod/mini'
import { changed_at, day, html, image, slug } from '../content/content-fields'

/** What sports, olympiads, tickets, exhibitions, submissions and campaign events have in common. */
export const eventSummary = z.object({
  slug,
  image,
  title: z.string(),
  description: html,
  date_from: day,
  /** Equal to `date_from` for a single day. */
  date_to: day,
  /** Whether one can register now. */
  open: z.boolean(),
  /** The form to register with, if there is one. */
  form: z.nullable(z.string()),
  place: z.optional(z.string()),
  /** Time of day, in words. */
  time: z.optional(z.string()),
  /** What registration costs, in words and with its currency. */
  fee: z.optional(z.string()),
  changed_at,
})
export type EventSummary = z.infer<typeof eventSummary>
