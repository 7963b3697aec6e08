import { z } from 'zod'
import { environmentShown } from '../answers'
import { sample, verdict } from '../evidence/answers'

const moment = z.iso.datetime({ offset: true })
const text = z.string()

/** Loads and failures of a part in the last hour. */
const health = z.object({ stable: z.object(sample), candidate: z.object(sample).nullable(), verdict })

export const board = z.object({
  since: moment.describe('Loads and failures are counted from then on.'),
  parts: z.array(z.object({ part: text, kind: text, title: text, latest: text })),
  environments: z.array(environmentShown.extend({ health: z.record(text, health) })),
})
