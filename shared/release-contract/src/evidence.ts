import * as z from 'zod/mini'
import { compositionIdPattern } from './composition-id'
import { version } from './release'
import { partName } from './section'

const few = z.int().check(z.gte(0), z.lte(100))
const vital = z.number().check(z.gte(0), z.lte(600_000))

/** A page's own report from a browser, sent at most a few times: counts and measures, nothing about its visitor. */
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
      /** Something threw outside rendering: in an event, in a timer, or during hydration. */
      thrown: z.optional(few),
      /** Its loader did not come to an end. */
      late: z.optional(few),
      /** The page did not respond any more. */
      hang: z.optional(few),
      /** One of these failures on a page with this part, in a file of another part. */
      elsewhere: z.optional(few),
    }),
  ),
  /** Largest contentful paint and interaction to next paint in milliseconds; layout shift as it is. */
  vitals: z.optional(z.object({ lcp: z.optional(vital), inp: z.optional(vital), cls: z.optional(vital) })),
})
export type Beacon = z.infer<typeof beacon>

/** The metrics. `edge` is counted by servers, `browser` reported by pages. */
export const metrics = [
  'edge.loads',
  /** It threw, or its status was 500. */
  'edge.failures.render',
  /** It took too long, and the app shell was sent. */
  'edge.failures.late',
  /** Too many pages were being rendered: its visitor got 503, or the app shell. */
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

/** Failures that no other part is known to have caused. A verdict uses all failures, since both versions have the same conditions. */
export const isOwnFailure = (metric: string): boolean => metric.includes('.failures.') && !metric.endsWith('.elsewhere')

/** Networks are mapped to so many numbers: enough to distinguish many from few, too few to identify anybody. */
export const NETWORK_NUMBERS = 4096
/** One count names no more networks than these. */
export const MOST_NETWORKS = 300

/** The counts of an edge since its last report. */
export const counted = z.object({
  composition: beacon.shape.composition,
  part: partName,
  version,
  metric: z.enum(metrics),
  count: z.int().check(z.gte(1), z.lte(1_000_000)),
  /** Numbers of the networks that saw these failures. None for `edge.failures.use`, which no visitor can cause. */
  networks: z.optional(z.array(z.int().check(z.gte(0), z.lt(NETWORK_NUMBERS))).check(z.maxLength(MOST_NETWORKS))),
})
export type Counted = z.infer<typeof counted>
