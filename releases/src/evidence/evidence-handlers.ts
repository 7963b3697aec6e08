import type { Handlers } from '../http/handler'
import { noteEdge } from '../why/edges'
import { addDiagnostics } from '../why/facts'
import { why } from '../why/why'
import { addCounts } from './counts'
import { evidenceOf } from './report'

export const evidenceHandlers = {
  showEvidence: (context, input) => evidenceOf(context, input),
  addEvidence: ({ db, now }, input) => addCounts(db, { ...input, now: now() }),
  addDiagnostics: async ({ db, now }, { environment, opened = [], reports = [], edge }) => {
    await addDiagnostics(db, { environment, opened, reports, now: now() })
    if (edge) await noteEdge(db, { environment, told: edge, now: now() })
    return {}
  },
  why: ({ db }, { id }) => why(db, id.replace('#', '')),
} satisfies Partial<Handlers>
