/** Names a set of versions. Ids that were given earlier have twelve digits. */
export const compositionIdPattern = /^[0-9a-f]{12}(?:[0-9a-f]{20})?$/

/** Its first digits, as people are shown it; commands and calls take these as well. */
export const shortId = (id: string) => id.slice(0, 12)
