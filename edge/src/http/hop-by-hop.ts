/** Headers that are about one connection: passed on, they would steer another one. */
const ofOneConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  // Answered by this server, before anything is passed on.
  'expect',
])

type Headers = Record<string, string | string[] | undefined>

/** Headers, by their names in small letters, without those of the connection that they came on. */
export function endToEnd(headers: Headers): Headers {
  const named = [headers.connection ?? []].flat().join(',').toLowerCase().split(',')
  const dropped = new Set([...ofOneConnection, ...named.map((name) => name.trim())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}
