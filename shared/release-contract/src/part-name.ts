/** Lower-case letters, digits and dashes, with a letter first. */
export const partNamePattern = /^[a-z][a-z0-9-]{1,40}$/

/** Parts are looked up by their name, and every object has something called `constructor`. */
export const meansSomethingElse = (name: string) => name in {}
