import { isIndexed, type LiveComposition } from '../compositions/live-composition'

/**
 * robots.txt. Files of releases and answers of the API may be read: a crawler that gets a page as a frame needs both to
 * see what is on it. What kept search engines from showing them as pages is a header.
 */
export function robotsText(live: Pick<LiveComposition, 'pages'>, origin: string): string {
  const personal = live.pages
    .filter(({ page }) => page.private || page.requiresLogin)
    .map(({ page }) => page.pattern.replace(/:.*/, ''))
    .filter((start) => start !== '/')
  return [
    'User-agent: *',
    'Allow: /releases/files/',
    ...['/releases/', '/console/', ...new Set(personal)].map((start) => `Disallow: ${start}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Whole addresses of sections that search engines may show; those with parameters are the API's to know. */
export const staticPages = (live: Pick<LiveComposition, 'pages'>): string[] =>
  live.pages
    .filter(({ page }) => !page.pattern.includes(':') && isIndexed(page))
    .map(({ page }) => page.pattern)
    .toSorted()
