/** The step that contains those of all pages. */
export const PAGES = 'all pages'
/** Steps that build what readers may compare with. */
export const FRAMEWORKS = ['Next.js multi-zones', 'single-spa'] as const
/** Steps that measure it. */
const OF_FRAMEWORKS = ['home', 'sports listing', 'next clicks']
const OF_PAGES = /^(home|news article|sports listing|registration form|next clicks)\b/

/**
 * Names of steps with those that they need: a page is measured beside the frameworks, and a framework by its pages. What
 * else is measured of a page needs the page's own step, which writes the documents of the one build.
 */
export function withNeeded(names: string[]): string[] {
  const framework = names.some((name) => FRAMEWORKS.some((each) => each === name))
  if (framework) return [...names, ...OF_FRAMEWORKS, PAGES]
  const pages = names.flatMap((name) => OF_PAGES.exec(name)?.[0] ?? [])
  return pages.length > 0 ? [...names, ...pages, ...FRAMEWORKS, PAGES] : names
}
