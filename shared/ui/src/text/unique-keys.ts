/** A key for each name: the name itself, or its place where it is empty or was there before. */
export function uniqueKeys(names: string[]): string[] {
  const seen = new Set<string>()
  return names.map((name, i) => {
    const key = name === '' || seen.has(name) ? `place ${i + 1}` : name
    seen.add(key)
    return key
  })
}
