import * as z from 'zod/mini'
import { digest, version } from './release'
import { declaredPage, keptUntilLogout, navigationEntry, partName } from './section'

/** The version of the Frontend Discovery schema that the document follows. */
export const DISCOVERY_SCHEMA = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json'

/** The header with the environment's revision. It is not in the document, since some changes do not change the document. */
export const REVISION = 'x-marram-revision'

/** The header with the version of `trust.json` that the registry has; absent without any. */
export const TRUST_VERSION = 'x-marram-trust'

/** On this site or on a named one; never relative to wherever it is read. */
const address = z
  .string()
  .check(z.regex(/^(?:https?:\/\/[^/\\]|\/(?![/\\]))/, 'an address from the root, or with a host'))

const reference = z.object({
  version,
  /** URL and digest of the release's own description; every other file is checked against that. */
  manifest: address,
  manifestIntegrity: digest,
  /** The release's own pages, so that their URLs have an owner, and stay private, also where it cannot be loaded. */
  title: z.optional(z.string()),
  pages: z.optional(z.array(declaredPage)),
  /** Its links stay in the navigation while the part is stopped: its pages show a notice. */
  navigation: z.optional(z.array(navigationEntry)),
  /** What a logout removes, also while the part is stopped. */
  keptUntilLogout: z.optional(keptUntilLogout),
})

export const stoppedPart = z.object({ notice: z.optional(z.string()) })

/** Our fields in `extras`. */
const extras = z.object({
  ...reference.shape,
  /** Bucketing salt of the rollout: sticky as long as it stays. */
  salt: z.string(),
  /** Parts of one group are rolled out to the same visitors. */
  group: z.optional(z.string()),
  /** A release manager stopped the part: its pages show a notice, this one or a standard one; nothing of it is loaded. */
  stopped: z.optional(stoppedPart),
  /** Releases to fall back to, best first. */
  fallbacks: z.array(reference),
})

export const discoveryEntry = z.object({
  /** The part's browser entry; for the shell its entry script. */
  url: address,
  fallbackUrl: z.optional(address),
  metadata: z.object({ version, integrity: digest }),
  deployment: z.object({ traffic: z.number().check(z.gte(0), z.lte(100)), default: z.boolean() }),
  extras,
})

const entries = z.array(discoveryEntry).check(
  z.refine((list) => list.filter((entry) => entry.deployment.default).length === 1, 'exactly one entry is the default'),
  z.refine(
    (list) => Math.abs(list.reduce((sum, entry) => sum + entry.deployment.traffic, 0) - 100) < 1e-9,
    'traffic sums to 100',
  ),
)

export const discoveryDocument = z.object({ schema: z.string(), microFrontends: z.record(partName, entries) })

export type StoppedPart = z.infer<typeof stoppedPart>
export type ReleaseReference = z.infer<typeof reference>
export type DiscoveryEntry = z.infer<typeof discoveryEntry>
export type DiscoveryDocument = z.infer<typeof discoveryDocument>
