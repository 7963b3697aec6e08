import type {
  DiscoveryDocument,
  DiscoveryEntry,
  ReleaseReference,
  StoppedPart,
} from '@marram/release-contract/discovery'

/** `isPreview`: not for visitors, so that nobody has to have approved it. */
export type WantedReference = ReleaseReference & { isPreview?: true }

/** A part and its releases, the one to show first; a stopped part's are neither fetched nor linked. */
export type Wanted = { part: string; references: WantedReference[]; stopped?: StoppedPart | undefined }

export const wanted = (part: string, { extras }: DiscoveryEntry): Wanted => ({
  part,
  references: [extras, ...extras.fallbacks],
  stopped: extras.stopped,
})

export const allOf = ({ microFrontends }: DiscoveryDocument): Wanted[] =>
  Object.entries(microFrontends).flatMap(([part, entries]) => entries.map((entry) => wanted(part, entry)))

/** For visitors who are in no rollout. */
export const defaultsOf = ({ microFrontends }: DiscoveryDocument): Wanted[] =>
  Object.entries(microFrontends).map(([part, entries]) =>
    wanted(part, entries.find(({ deployment }) => deployment.default) as DiscoveryEntry),
  )

/** The same for a preview. */
export const forPreview = (all: Wanted[]): Wanted[] =>
  all.map((each) => ({ ...each, references: each.references.map((one) => ({ ...one, isPreview: true })) }))

/** Every release that they name, as `part@version`. */
export const namesOf = (all: Wanted[]): string[] =>
  all.flatMap(({ part, references }) => references.map(({ version }) => `${part}@${version}`))
