import { metrics } from '@marram/release-contract/evidence'
import { z } from 'zod'

export const sample = { loads: z.int(), failures: z.int() }
const moment = z.iso.datetime({ offset: true })
export const verdict = z
  .object({
    since: moment.nullable(),
    candidate: z.object(sample),
    stable: z.object(sample),
    p: z
      .number()
      .describe(
        "Fisher's exact test, minute by minute: how probable so many failures are if the candidate is no worse.",
      ),
    networks: z.int().describe('That met failures of the candidate since it has visitors, as far as edges told.'),
    verdict: z.enum(['too few', 'worse', 'no worse']),
  })
  .nullable()
  .describe('Null where there is no candidate.')

/** How the live versions of a part fare. */
export const evidence = z.object({
  environment: z.string(),
  part: z.string(),
  since: moment,
  versions: z.array(
    z.object({
      version: z.string(),
      candidate: z.boolean(),
      ...sample,
      counts: z.partialRecord(z.enum(metrics), z.int()),
      minutes: z.array(z.object({ minute: moment, ...sample })),
    }),
  ),
  verdict,
})
