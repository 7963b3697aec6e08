import { z } from 'zod'
import { checkNames } from './check'

const text = z.string()
/** What speaks for and against making a version live. */
export const report = z.object({
  environment: text,
  part: text,
  version: text,
  replaces: text.nullable().describe('What is live for most visitors and would be replaced.'),
  passed: z.boolean(),
  checks: z.array(
    z.object({
      name: z.enum(checkNames),
      outcome: z.enum(['passed', 'warned', 'failed']),
      message: text,
      beside: text.nullable().describe('The other release that it is about.'),
    }),
  ),
})
