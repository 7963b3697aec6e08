/** What is typed without a stop is one question. */
const PAUSE_MS = 150
/** Slow typing has a stop after every letter: so often is asked at most. */
const BETWEEN_MS = 600

/** How long to wait with the next question when the last one was asked at `lastAsked`. */
export const waitBefore = (now: number, lastAsked: number) => Math.max(PAUSE_MS, lastAsked + BETWEEN_MS - now)
