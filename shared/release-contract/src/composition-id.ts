/** Identifies a set of versions. Earlier ids have twelve digits. */
export const compositionIdPattern = /^[0-9a-f]{12}(?:[0-9a-f]{20})?$/

/** Its first digits, as shown to people; commands and calls accept these too. */
export const shortId = (id: string) => id.slice(0, 12)
