/**
 * Objects stand in the middle of a world that is far wider than a card and higher than any slot, so that a slot of any shape
 * is filled: a card shows the middle, the head of an event all of it.
 */
export const WORLD = { w: 4200, h: 1300, x: 2100, y: 1180 } as const
/** How far the sky goes on above the world, and the ground below it, where a slot is taller than wide. */
export const BEYOND = 1200
/** Where the sea meets the sky. */
export const HORIZON = 1010
