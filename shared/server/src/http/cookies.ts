/** All values of a cookie: ports of one host share their cookies, so that a request may bring several of one name. */
export function cookiesNamed(name: string, { cookie = '' }: { cookie?: string | undefined }): string[] {
  const beginning = `${name}=`
  if (!cookie.includes(beginning)) return []
  const all = cookie.split(';').map((each) => each.trim())
  return all.filter((each) => each.startsWith(beginning)).map((each) => each.slice(beginning.length))
}
