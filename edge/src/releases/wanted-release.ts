import type { DiscoveryEntry, ReleaseReference, StoppedPart } from '@marram/release-contract/discovery'

/** A part and its releases, the one to show first; a stopped part's are neither fetched nor linked. */
export type Wanted = { part: string; references: ReleaseReference[]; stopped?: StoppedPart | undefined }

/** Every release that an entry names. */
export const wanted = (part: string, entry: DiscoveryEntry): Wanted => ({
  part,
  references: [entry.extras, ...entry.extras.fallbacks],
  stopped: entry.extras.stopped,
})
