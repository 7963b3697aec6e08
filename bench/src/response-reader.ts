/** What the head of every answer must have; undefined where it must not be there. Names in small letters. */
export type Expected = Record<string, string | undefined>

export const END_OF_HEAD = '\r\n\r\n'

/** Takes answers piece by piece, and says with which of them one is whole. Throws where it is wrong. */
export function responseReader(expected: Expected): (piece: Buffer) => boolean {
  // Bytes that are still to come; undefined before the head is there to its end.
  let left: number | undefined
  let start: Buffer | undefined
  return (piece) => {
    const bytes = start ? Buffer.concat([start, piece]) : piece
    start = undefined
    if (left === undefined) {
      const end = bytes.indexOf(END_OF_HEAD)
      if (end < 0) {
        start = Buffer.from(bytes)
        return false
      }
      left = lengthIn(bytes.toString('latin1', 0, end + 2), expected) + end + END_OF_HEAD.length
    }
    left -= bytes.length
    if (left > 0) return false
    if (left < 0) throw new Error('more than one answer came for one request')
    left = undefined
    return true
  }
}

/** How long the body is, by a head that has every line to its end. */
function lengthIn(head: string, expected: Expected): number {
  const small = head.toLowerCase()
  const valueIn = (name: string): string | undefined => {
    const at = small.indexOf(`\r\n${name}: `)
    return at < 0 ? undefined : small.slice(at + name.length + 4, small.indexOf('\r\n', at + 2))
  }
  if (!small.startsWith('http/1.1 200 ')) throw new Error(`an answer was ${head.split('\r\n', 1)[0]}`)
  for (const [name, value] of Object.entries(expected)) {
    const found = valueIn(name)
    if (found !== value) throw new Error(`an answer had ${name}: ${found ?? 'none'}, not ${value ?? 'none'}`)
  }
  const length = Number(valueIn('content-length'))
  if (Number.isNaN(length)) throw new Error('an answer did not tell its length')
  return length
}
