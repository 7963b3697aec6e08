import { differenceToLive } from '../difference/difference-to-live'
import type { Handlers } from '../http/handler'
import { gateReport } from './report'

export const gateHandlers = {
  showGate: (context, input) => gateReport(context, input),
  showDifference: ({ db }, input) => differenceToLive(db, input),
} satisfies Partial<Handlers>
