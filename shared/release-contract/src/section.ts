import * as z from 'zod/mini'
import { meansSomethingElse, partNamePattern } from './part-name'
import { isReserved, pathPattern } from './patterns'
import { hostRangePattern } from './version'

export const partName = z.string().check(
  z.regex(partNamePattern, 'lower-case letters, digits and dashes'),
  z.refine((name) => !meansSomethingElse(name), 'a name that means something else here'),
)

/** A pattern that a part may declare. */
export const pagePattern = z.string().check(
  z.regex(pathPattern, 'static segments and :parameters only'),
  z.refine((pattern) => !isReserved(pattern), 'this path belongs to the edge'),
)

/** A page as everybody who handles its address must know it, also where the section itself cannot be loaded. */
export const declaredPage = z.object({
  pattern: pagePattern,
  /** The browser verifies the session before the page starts; the server sends the frame only. */
  requiresLogin: z.optional(z.boolean()),
  /** Never rendered on the server or cached: the URL or the content is personal. */
  private: z.optional(z.boolean()),
})
export type DeclaredPage = z.infer<typeof declaredPage>

/** `section.json`: what a section says about itself, once. Everything else is derived from it. */
export const sectionDocument = z.object({
  name: partName,
  title: z.string().check(z.minLength(1)),
  /** Which host contracts it runs on, as a caret range. */
  host: z.string().check(z.regex(hostRangePattern, 'a caret range such as ^1.0.0')),
  paths: z
    .array(
      z.extend(declaredPage, {
        /** Query parameters that change what the page shows. Others are ignored by caches. */
        query: z.optional(z.array(z.string())),
        /** Kept out of search engines and the sitemap. */
        noIndex: z.optional(z.boolean()),
      }),
    )
    .check(z.minLength(1)),
})
export type SectionDocument = z.infer<typeof sectionDocument>
