import fs from 'node:fs'
import path from 'node:path'
import { RELEASE_FILE, type SectionRelease } from '@marram/release-contract/release'
import { root } from './site'

/** What the sections are built as: `npm test` builds them before it starts a browser. */
export const sections: SectionRelease[] = fs
  .readdirSync(root)
  .filter((name) => name.startsWith('mfe-'))
  .map((name) => JSON.parse(fs.readFileSync(path.join(root, name, 'dist', RELEASE_FILE), 'utf8')))

/** The call whose first item a pattern with a parameter is shown with. */
const lists: Record<string, string> = {
  '/news/details/:slug': '/api/main-news/featured',
  '/history/details/:slug': '/api/news/',
  '/publication-details/:slug': '/api/publications/',
  '/tech-initiatives/details/:slug': '/api/tech-initiatives/',
  '/sports-details/:slug': '/api/sports/open',
  '/olympiad-details/:slug': '/api/olympiad/',
  '/tickets-details/:slug': '/api/tickets/open',
  '/exhibition-details/:slug': '/api/exhibitions/open',
  '/submission-details/:slug': '/api/submission/open',
  '/campaign-events/details/:slug': '/api/events/',
  '/olympiad/quiz/:slug': '/api/olympiad/',
}
const addresses: Record<string, string> = {
  '/event/registration/:id': '/event/registration/sports-entry',
  '/quiz-response/:name/:phone': '/quiz-response/Zo%C3%AB%20%C3%9Cnal/0123456789',
}

/** Every pattern of every section but those that only lead elsewhere: a new page is tried without another word. */
export const patterns: string[] = sections.flatMap(({ pages }) =>
  pages.map(({ pattern }) => pattern).filter((pattern) => !/^\/(sports|olympiad)\/registration$/.test(pattern)),
)

/** Whether a page is somebody's alone: others see the login in its place. */
export const needsLogin = (pattern: string): boolean =>
  sections.some(({ pages }) => pages.some((page) => page.pattern === pattern && page.requiresLogin))

/** An address of this pattern that is there. Throws for a pattern of which nobody has said what there is. */
export async function addressOf(site: { url: string }, pattern: string): Promise<string> {
  if (!pattern.includes(':')) return pattern
  const known = addresses[pattern]
  if (known) return known
  const list = lists[pattern]
  if (!list) throw new Error(`${pattern}: which item is it shown with? Write it down in every-page.ts`)
  const { data = [], Data = [] } = (await (await fetch(site.url + list)).json()) as Record<string, { slug: string }[]>
  const [first] = [...data, ...Data]
  if (!first) throw new Error(`${list} is empty`)
  return pattern.replace(/:\w+/, encodeURIComponent(first.slug))
}
