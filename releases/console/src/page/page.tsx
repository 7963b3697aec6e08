import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Live } from '../live'
import { Failure, Waiting } from './states'
import { useTitle } from './title'

type PageProps<Answer> = {
  title: string
  /** What the page is about, looked at again and again. */
  live: Live<Answer>
  children: (answer: Answer) => ReactNode
}

/** The address of the page before. */
let shown: string | undefined

/** One page of the console: its heading, which has the focus after a click of a link, and what it is about. */
export function Page<Answer>({ title, live, children }: PageProps<Answer>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  const type = useNavigationType()
  useTitle(title)
  useEffect(() => {
    if (shown !== undefined && shown !== pathname && type !== 'REPLACE') heading.current?.focus()
    shown = pathname
  }, [pathname, type])
  const { data, error, look } = live
  return (
    <main id="main">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {error && <Failure error={error} again={look} />}
      {data === undefined ? !error && <Waiting what={title.toLowerCase()} /> : children(data)}
    </main>
  )
}
