/** Headers that every response must have; undefined for headers that it must not have. Names in lower case. */
export type Expected = Record<string, string | undefined>

export const END_OF_HEAD = '\r\n\r\n'

/** Reads responses piece by piece, and returns whether a piece completes one. Throws if it is wrong. */
export function responseReader(expected: Expected): (piece: Buffer) => boolean {
  // Bytes that are still missing; undefined before the head is complete.
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
    if (left < 0) throw new Error('more than one response came for one request')
    left = undefined
    return true
  }
}

/** The length of the body, by a complete head. */
function lengthIn(head: string, expected: Expected): number {
  const small = head.toLowerCase()
  const valueIn = (name: string): string | undefined => {
    const at = small.indexOf(`\r\n${name}: `)
    return at < 0 ? undefined : small.slice(at + name.length + 4, small.indexOf('\r\n', at + 2))
  }
  if (!small.startsWith('http/1.1 200 ')) throw new Error(`a response was ${head.split('\r\n', 1)[0]}`)
  for (const [name, value] of Object.entries(expected)) {
    const found = valueIn(name)
    if (found !== value) throw new Error(`a response had ${name}: ${found ?? 'none'}, not ${value ?? 'none'}`)
  }
  const length = Number(valueIn('content-length'))
  if (Number.isNaN(length)) throw new Error('a response had no length')
  return length
}
