import type { ReactNode } from 'react'
import { Link, useLocation, useMatches } from 'react-router-dom'
import type { NavItem } from '../site'

type Props = { item: NavItem; className?: string; children?: ReactNode }

/** A link of the navigation, marked where the visitor is. */
export function NavLink({ item, className, children = item.title }: Props) {
  const pathname = useMarkedPath()
  return (
    <Link to={item.to} className={className} aria-current={currentMark(item, pathname)}>
      {children}
    </Link>
  )
}

/** `aria-current` of a navigation item: `page` where it leads to the page itself, `true` where that page belongs to it. */
export function currentMark({ to, also = [] }: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  const [, first = ''] = pathname.split('/')
  // A list is named in the plural, what belongs to it mostly in the singular: /submission/registration.
  const base = `/${first.replace('-details', '')}`
  return base === to || `${base}s` === to || also.includes(first) ? 'true' : undefined
}

/** Of the route for every address that belongs to no page. */
export const NOT_FOUND = 'not-found'

/**
 * The path by which navigation marks where the visitor is. Where there is no page they are nowhere, so that the HTML is
 * the same at every such address and an edge keeps it once.
 */
export function useMarkedPath(): string {
  const { pathname } = useLocation()
  const found = useMatches().at(-1)?.id !== NOT_FOUND
  return found ? pathname : ''
}
