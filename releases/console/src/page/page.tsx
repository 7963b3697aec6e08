import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Live } from '../registry'

export const Title = ({ children }: { children: string }) => <title>{`${children} · Release desk`}</title>

type PageProps<Data> = {
  title: string
  /** What the page is about, looked at again and again. */
  live: Live<Data>
  children: (data: Data) => ReactNode
}

/** The address of the page before. */
let shown: string | undefined

/** One page of the console: its heading, which has the focus after a click of a link, and what it is about. */
export function Page<Data>({ title, live, children }: PageProps<Data>) {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const focusOnArrival = (heading: HTMLElement | null) => {
    if (!heading) return
    if (shown !== undefined && shown !== pathname && type !== 'REPLACE') heading.focus()
    shown = pathname
  }
  return (
    <main id="main">
      <Title>{title}</Title>
      <h1 ref={focusOnArrival} tabIndex={-1}>
        {title}
      </h1>
      <Loaded live={live} what={title.toLowerCase()}>
        {children}
      </Loaded>
    </main>
  )
}

export function Waiting({ what }: { what: string }) {
  return (
    <p role="status" className="waiting">
      Reading {what} …
    </p>
  )
}

/** The message of the registry, with a button that tries again. */
export function Failure({ error, again }: { error: Error; again?: () => unknown }) {
  return (
    <div role="alert" className="failure">
      <p>{error.message}</p>
      {again && <Button onClick={() => again()}>Try again</Button>}
    </div>
  )
}

type LoadedProps<Data> = { live: Live<Data>; what: string; children: (data: Data) => ReactNode }

/** What was read, or that it is being read. A failure is shown above the last good response. */
export function Loaded<Data>({ live: { data, error, mutate }, what, children }: LoadedProps<Data>) {
  return (
    <>
      {error && <Failure error={error} again={mutate} />}
      {data === undefined ? !error && <Waiting what={what} /> : children(data)}
    </>
  )
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'plain' | 'primary' | 'danger'
  /** While what it started goes on; presses are ignored meanwhile and focus stays. */
  busy?: boolean
}

export function Button({ look = 'plain', busy = false, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${look}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
