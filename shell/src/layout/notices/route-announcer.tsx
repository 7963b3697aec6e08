import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Tells screen readers which page arrived, or what it shows now. The first page is announced by the browser itself. */
export function RouteAnnouncer() {
  const location = useLocation()
  const first = useRef(location)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (location !== first.current) setTitle(document.title)
  }, [location])
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  )
}
