import type { NavItem } from '../site'

/** `aria-current` of a navigation item: `page` where it leads to the page itself, `true` where that page belongs to it. */
export function currentMark({ to, also = [] }: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  const [, first = ''] = pathname.split('/')
  // A list is named in the plural, what belongs to it mostly in the singular: /submission/registration.
  const base = `/${first.replace('-details', '')}`
  return base === to || `${base}s` === to || also.includes(first) ? 'true' : undefined
}
