import * as z from 'zod/mini'
import { compositionIdPattern } from './composition-id'
import { version } from './release'
import { partName } from './section'

const few = z.int().check(z.gte(0), z.lte(100))
const vital = z.number().check(z.gte(0), z.lte(600_000))

/** What a page in a browser reports of itself, a few times at most: counts and measures, nothing about its visitor. */
export const beacon = z.object({
  composition: z.string().check(z.regex(compositionIdPattern)),
  parts: z.record(
    partName,
    z.object({
      version,
      loads: few,
      /** Its code could not be loaded: another version or a failure panel is shown. */
      load: z.optional(few),
      /** It was shown and threw. */
      boundary: z.optional(few),
      /** Something threw beside what was shown: in an event, in a timer, or while the page came to life. */
      thrown: z.optional(few),
      /** Its loader did not come to an end. */
      late: z.optional(few),
      /** The page did not respond any more. */
      hang: z.optional(few),
      /** One of these happened on a page that it is part of, in a file of another part. */
      elsewhere: z.optional(few),
    }),
  ),
  /** Largest contentful paint and interaction to next paint in milliseconds; layout shift as it is. */
  vitals: z.optional(z.object({ lcp: z.optional(vital), inp: z.optional(vital), cls: z.optional(vital) })),
})
export type Beacon = z.infer<typeof beacon>

/** What is counted. `edge` is seen by servers, `browser` reported by pages. */
export const metrics = [
  'edge.loads',
  /** It threw, or its status was 500. */
  'edge.failures.render',
  /** It took too long, and the app shell was sent. */
  'edge.failures.late',
  /** There was too much to render before it: its visitor was put off, or got the app shell. */
  'edge.failures.busy',
  /** It had another status of 5xx. */
  'edge.failures.error',
  /** It could not be used at all, and another version was shown. */
  'edge.failures.use',
  /** It was thrown in a file of another part of the page. */
  'edge.failures.elsewhere',
  'browser.loads',
  'browser.failures.load',
  'browser.failures.boundary',
  'browser.failures.thrown',
  'browser.failures.late',
  'browser.failures.hang',
  'browser.failures.elsewhere',
  ...(['lcp', 'inp', 'cls'] as const).flatMap(
    (name) => [`${name}.good`, `${name}.fair`, `${name}.poor`] as const satisfies string[],
  ),
] as const
export type Metric = (typeof metrics)[number]

/** A failure that no other part is known to have caused. A verdict is about all of them, as it compares like with like. */
export const isOwnFailure = (metric: string): boolean => metric.includes('.failures.') && !metric.endsWith('.elsewhere')

/** Networks are distinguished by so many numbers: enough to see many from few, too few to identify anybody. */
export const NETWORK_NUMBERS = 4096
/** One count names no more networks than these. */
export const MOST_NETWORKS = 300

/** What an edge has counted since its last report. */
export const counted = z.object({
  composition: beacon.shape.composition,
  part: partName,
  version,
  metric: z.enum(metrics),
  count: z.int().check(z.gte(1), z.lte(1_000_000)),
  /** Numbers for the networks that met these failures. None for `edge.failures.use`, which no visitor can cause. */
  networks: z.optional(z.array(z.int().check(z.gte(0), z.lt(NETWORK_NUMBERS))).check(z.maxLength(MOST_NETWORKS))),
})
export type Counted = z.infer<typeof counted>
