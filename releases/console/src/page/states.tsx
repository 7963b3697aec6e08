import type { Refused } from '../registry'
import { Button } from './button'

export function Waiting({ what }: { what: string }) {
  return (
    <p role="status" className="waiting">
      Reading {what} …
    </p>
  )
}

/** In words of the registry, with the way on. */
export function Failure({ error, again }: { error: Refused; again?: () => void }) {
  return (
    <div role="alert" className="failure">
      <p>{error.message}</p>
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  )
}
