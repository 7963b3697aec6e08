import * as z from 'zod/mini'
import { calendarFilePattern, isReserved, pathPattern } from './patterns'
import { hostRangePattern } from './version'

/** Lower-case letters, digits and dashes, with a letter first. */
export const partNamePattern = /^[a-z][a-z0-9-]{1,40}$/

export const partName = z.string().check(
  z.regex(partNamePattern, 'lower-case letters, digits and dashes'),
  // Parts are looked up by name, and every object has a property `constructor`.
  z.refine((name) => !(name in {}), 'a name that means something else here'),
)

export const pagePattern = z.string().check(
  z.regex(pathPattern, 'static segments and :parameters only'),
  z.refine((pattern) => !isReserved(pattern), 'this path belongs to the edge'),
)

/** The fields of a page that are needed to handle its address, even if the section itself cannot be loaded. */
export const declaredPage = z.object({
  pattern: pagePattern,
  /** The browser verifies the session before the page starts; the server sends the app shell only. */
  requiresLogin: z.optional(z.boolean()),
  /** Never rendered on the server or cached: the URL or the content is personal. */
  private: z.optional(z.boolean()),
})
export type DeclaredPage = z.infer<typeof declaredPage>

/** A page as its section declares it. */
export const sectionPage = z.extend(declaredPage, {
  /** Query parameters that change what the page shows. The server renders a page without any others. */
  query: z.optional(z.array(z.string())),
  /** Kept out of search engines and the sitemap. */
  noIndex: z.optional(z.boolean()),
})

/** Path of a call that has no parameters and returns a list. */
const list = z.string().check(z.regex(/^\/api(?:\/[a-z0-9-]+)+\/?$/, 'the path of a list of the API'))
/** A short text for visitors. */
const shortTitle = z
  .string()
  .check(z.regex(/^(?!\p{Z})[^\p{C}]{1,24}(?<!\p{Z})$/u, '1 to 24 characters, all of them visible'))

/** The API's name for items of one kind. */
const kind = z.string().check(z.regex(/^[a-z]+(?:-[a-z]+)*$/, 'a kind such as main-news'))

/** A list of the API whose items have a page each, for the sitemap. */
export const listedItems = z.object({
  list,
  /** Where the API has all its items by their kinds, they are taken from there: those that are in no list too. */
  kind: z.optional(kind),
  /** Pattern of an item's page; its one parameter is the item's slug. */
  page: pagePattern.check(z.regex(/^[^:]*:[^:]*$/, 'a pattern with one parameter')),
  /** Whether the newest items are in the site's feed. */
  feed: z.optional(z.boolean()),
})
export type ListedItems = z.infer<typeof listedItems>

/** A list of the API whose items have days, in a calendar that visitors subscribe to. */
export const calendarItems = z.object({
  list,
  kind: z.string().check(z.regex(/^[a-z]+(?:-[a-z]+)*$/, 'a kind such as sports')),
  /** The name of the kind for visitors. */
  title: shortTitle,
  /** Pattern of an item's page with the slug as its one parameter, or a page that has the items under their slugs. */
  page: pagePattern.check(z.regex(/^[^:]*(?::[^:]*)?$/, 'a pattern with at most one parameter')),
})
export type CalendarItems = z.infer<typeof calendarItems>

/**
 * The calendar at an address: everything, or with `?kind=` one of the kinds. An address belongs to one section.
 */
export const sectionCalendar = z.object({
  file: z.string().check(z.regex(calendarFilePattern, 'an address such as /events.ics')),
  lists: z.array(calendarItems).check(z.maxLength(20, 'at most twenty lists: each is a call of the API')),
})

/** What a section stores in the browser until a logout removes it. */
export const keptUntilLogout = z.object({
  /** Prefixes of keys in local and session storage. */
  storagePrefixes: z.array(z.string().check(z.regex(/^marram:[a-z0-9-]+:$/, 'a prefix such as marram:draft:'))),
  databases: z.array(z.string().check(z.regex(/^marram-[a-z0-9-]+$/, 'a name such as marram-drafts'))),
})
export type KeptUntilLogout = z.infer<typeof keptUntilLogout>

/** A kind of search results of the API, declared by the section that has its pages. */
export const searchKind = z.object({
  kind,
  /** Names for visitors: singular and plural. */
  title: z.string().check(z.minLength(1)),
  plural: z.string().check(z.minLength(1)),
  /** Tone of its chip, if it is not that of the category with the plural's name. */
  tone: z.optional(z.string()),
})
export type SearchKind = z.infer<typeof searchKind>

const visible = (most: number) =>
  z.string().check(z.regex(new RegExp(`^[^\\p{C}]{1,${most}}$`, 'u'), `1 to ${most} characters, all of them visible`))

/** A page of the section that the site's search finds by these words, and shows with them. Not needed for items of the API. */
export const searchPage = z.object({
  path: pagePattern.check(z.regex(/^[^:]*$/, 'a page without parameters')),
  title: visible(60),
  /** A description in words that people search for. */
  about: visible(160),
})
export type SearchPage = z.infer<typeof searchPage>

/** A link of the navigation, to a page of the section, in one of the slots that shells offer: `more` or `footer`. */
export const navigationEntry = z.object({
  slot: z.string().check(z.regex(/^[a-z]{1,20}$/, 'a slot such as more')),
  title: shortTitle,
  path: pagePattern.check(z.regex(/^[^:]*$/, 'a page without parameters')),
  /** A short description: the slot `more` shows it below the title. */
  about: z.optional(z.string().check(z.regex(/^[^\p{C}]{1,48}$/u, 'at most 48 characters, all of them visible'))),
})
export type NavigationEntry = z.infer<typeof navigationEntry>

/** The fields of a section, in its declaration and in its releases. */
export const belongings = {
  navigation: z.optional(z.array(navigationEntry).check(z.maxLength(2, 'at most two entries'))),
  sitemap: z.optional(z.array(listedItems)),
  calendar: z.optional(sectionCalendar),
  keptUntilLogout: z.optional(keptUntilLogout),
  searchKinds: z.optional(z.array(searchKind)),
  searchPages: z.optional(z.array(searchPage)),
}

/** The declarations of a section's sources, collected by the build. */
export const sectionDocument = z
  .object({
    name: partName,
    title: z.string().check(z.minLength(1)),
    /** The host contracts that it runs on, as a caret range. */
    host: z.string().check(z.regex(hostRangePattern, 'a caret range such as ^1.0.0')),
    paths: z.array(sectionPage).check(z.minLength(1)),
    ...belongings,
  })
  .check(
    z.refine(
      ({ paths, sitemap = [], calendar }) =>
        [...sitemap, ...(calendar?.lists ?? [])].every(({ page }) => paths.some(({ pattern }) => pattern === page)),
      'a page of the sitemap or the calendar is not among the paths',
    ),
    z.refine(
      ({ paths, navigation = [] }) => navigation.every(({ path }) => paths.some(({ pattern }) => pattern === path)),
      'a page of the navigation is not among the paths',
    ),
    z.refine(
      ({ paths, searchPages = [] }) => searchPages.every(({ path }) => paths.some(({ pattern }) => pattern === path)),
      'a page of the search is not among the paths',
    ),
  )
export type SectionDocument = z.infer<typeof sectionDocument>

type PageSettings = Omit<SectionDocument['paths'][number], 'pattern'>

/** `section` of a section's `src/section.ts`, beside `pages` with its patterns. Its name is that of its package. */
export type SectionDeclaration<Pages> = Omit<
  SectionDocument,
  'name' | 'paths' | 'sitemap' | 'calendar' | 'navigation' | 'searchPages'
> & {
  /** Of the pages that need any. */
  settings?: { [Pattern in keyof Pages]?: PageSettings }
  sitemap?: (ListedItems & { page: keyof Pages })[]
  calendar?: { file: string; lists: (CalendarItems & { page: keyof Pages })[] }
  navigation?: (NavigationEntry & { path: keyof Pages })[]
  searchPages?: (SearchPage & { path: keyof Pages })[]
}
