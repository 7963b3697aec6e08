/** Why a section cannot have this name, in one sentence; undefined where it can. `/name` is its first page. */
export function whyNoName(name: string, patterns: { pattern: string; part: string }[]): string | undefined {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(name))
    return `${name} is not a name of 2 to 31 lower-case letters, digits and dashes.`
  const taken = patterns.find(
    ({ pattern }) => /^\/[^/]+$/.test(pattern) && (pattern === `/${name}` || pattern.startsWith('/:')),
  )
  return taken && `/${name} belongs to ${taken.part} already; choose another name.`
}
