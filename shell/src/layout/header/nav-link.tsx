import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { NavItem } from '../site'
import { currentMark } from './current-mark'
import { useMarkedPath } from './marked-path'

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
