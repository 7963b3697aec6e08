import type { Handlers } from '../handler'
import { addCounts } from './counts'
import { addDiagnostics, noteEdge } from './diagnostics'
import { evidenceOf } from './report'
import { why } from './why'

export const evidenceHandlers = {
  showEvidence: (context, input) => evidenceOf(context, input),
  addEvidence: ({ db, now }, input) => addCounts(db, { ...input, now: now() }),
  addDiagnostics: async ({ db, now }, { environment, opened = [], reports = [], edge }) => {
    await addDiagnostics(db, { environment, opened, reports, now: now() })
    if (edge) await noteEdge(db, { environment, seen: edge, now: now() })
    return {}
  },
  why: ({ db }, { id }) => why(db, id.replace('#', '')),
} satisfies Partial<Handlers>
