import { type ReactNode, useEffect, useRef } from 'react'

/** The list of antd's select has no name of its own: it gets that of its field. */
export function NamedList({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // Each time: a search that finds nothing has another list.
  useEffect(() => {
    for (const list of place.current?.querySelectorAll('[role=listbox]') ?? [])
      list.setAttribute('aria-labelledby', labelledBy)
  })
  return <div ref={place}>{children}</div>
}
