import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Tells screen readers which page arrived. The first page is announced by the browser itself. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  )
}
