/** The first letters of the first and the last word; what is no letter counts for nothing. */
export function initialsOf(name: string): string {
  const letters = name
    .replace(/\(.*?\)/g, ' ')
    .split(/\s+/)
    .flatMap((word) => word.match(/\p{L}\p{M}*/u)?.[0] ?? [])
  return [...new Set([letters[0], letters.at(-1)])].join('').toLocaleUpperCase('en')
}
