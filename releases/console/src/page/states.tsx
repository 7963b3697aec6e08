import type { ReactNode } from 'react'
import type { Live } from '../live'
import { Button } from './button'

export function Waiting({ what }: { what: string }) {
  return (
    <p role="status" className="waiting">
      Reading {what} …
    </p>
  )
}

/** In words of the registry, with the way on. */
export function Failure({ error, again }: { error: Error; again?: () => void }) {
  return (
    <div role="alert" className="failure">
      <p>{error.message}</p>
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  )
}

type LoadedProps<Data> = { live: Live<Data>; what: string; children: (data: Data) => ReactNode }

/** What was read; until then that it is being read. A failure stands above what is as old as the last good response. */
export function Loaded<Data>({ live: { data, error, look }, what, children }: LoadedProps<Data>) {
  return (
    <>
      {error && <Failure error={error} again={look} />}
      {data === undefined ? !error && <Waiting what={what} /> : children(data)}
    </>
  )
}
