import type { ReactNode } from 'react'
import { Link, useLocation, useMatches } from 'react-router-dom'
import type { NavItem } from '../site'

type Props = { item: NavItem; className?: string; children?: ReactNode }

/** A link of the navigation, marked if it is the current page. */
export function NavLink({ item, className, children = item.title }: Props) {
  const pathname = useMarkedPath()
  return (
    <Link to={item.to} className={className} aria-current={currentMark(item, pathname)}>
      {children}
    </Link>
  )
}

/** `aria-current` of an item: `page` if it leads to this page, `true` if this page belongs to it. */
export function currentMark({ to, also = [] }: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  const [, first] = pathname.split('/')
  if (!first) return undefined
  // Lists have plural names, and what belongs to them mostly singular ones: /submission/registration.
  const base = `/${first.replace('-details', '')}`
  return base === to || `${base}s` === to || also.includes(first) ? 'true' : undefined
}

/** Id of the route for addresses without a page. */
export const NOT_FOUND = 'not-found'

/** The path to mark; empty without a page, so that one cached page serves all such addresses. */
export function useMarkedPath(): string {
  const { pathname } = useLocation()
  const found = useMatches().at(-1)?.id !== NOT_FOUND
  return found ? pathname : ''
}
