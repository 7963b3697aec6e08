/** No more of each are deleted by one call. */
export const MOST_AT_ONCE = 1000
