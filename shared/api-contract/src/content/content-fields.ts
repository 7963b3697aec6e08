import * as z from 'zod/mini'

/** Names an item in a URL. */
export const slug = z.string()
/** Relative to the media host, absolute, or a data URL. Empty if there is none. */
export const image = z.string()
/** Server HTML; sanitised before it is shown. */
export const html = z.string()
/** A day, as `2027-04-17`. */
export const day = z.string()
/** When an item was last changed, as `2027-04-17T09:30:00.000Z`; other hosts do not send it. */
export const changed_at = z.optional(z.string())

/** A name for people and one for URLs. */
export const category = z.object({ title: z.string(), slug })
export type Category = z.infer<typeof category>

/** The fields of every kind of article. */
export const article = { slug, image, title: z.string(), description: html, date: day }

/** Paging, where a list has it: without it a list comes whole. */
export const paging = { page: z.optional(z.string()), page_size: z.optional(z.string()) }
/** What a paged list carries beside its items. */
export const pageTotal = { total: z.optional(z.int()) }

export const paged = { query: paging, beside: pageTotal }

/** The message of a response that has no data. */
export const messageOnly = z.object({ response: z.optional(z.string()) })
