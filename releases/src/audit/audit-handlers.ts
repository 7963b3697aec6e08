import type { Handlers } from '../handler'
import { listEvents } from './list-events'

const dateOf = (moment: string | undefined) => (moment === undefined ? undefined : new Date(moment))

export const auditHandlers = {
  listEvents: ({ db }, { refused, since, until, ...wanted }) =>
    listEvents(db, {
      ...wanted,
      since: dateOf(since),
      until: dateOf(until),
      refused: refused === undefined ? undefined : refused === 'true',
    }),
} satisfies Partial<Handlers>
