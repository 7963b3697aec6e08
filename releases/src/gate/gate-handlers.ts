import type { Handlers } from '../handler'
import { differenceToLive } from './difference-to-live'
import { gateReport } from './report'

export const gateHandlers = {
  showGate: (context, input) => gateReport(context, input),
  showDifference: ({ db }, input) => differenceToLive(db, input),
} satisfies Partial<Handlers>
