// @ts-check
/** Longer messages are refused: a page is a few hundred KB. */
const LONGEST = 32 * 1024 * 1024
const NEWLINE = 10
const MOST_PIECES = 1000

/** One message as one line; texts, whose sizes are its `bytes`, follow it unchanged. @param {unknown} value */
export const toLine = (value) => `${JSON.stringify(value)}\n`

/**
 * Calls `onValue` with each message and the bytes behind its line; `onBroken` once, if a line cannot be read.
 * @param {import('node:stream').Readable} stream
 * @param {(value: any, bytes: Buffer) => void} onValue
 * @param {(reason: string) => void} onBroken
 */
export function readLines(stream, onValue, onBroken) {
  /** @type {Buffer[]} */
  let pieces = []
  let have = 0
  // Bytes missing of a message whose line was read: the buffer is not parsed before they have arrived.
  let wanted = 0
  const read = (/** @type {Buffer} */ piece) => {
    pieces.push(piece)
    have += piece.length
    // As separate buffers, single bytes would each take a hundred times their size.
    if (pieces.length > MOST_PIECES) pieces = [Buffer.concat(pieces, have)]
    /** @type {[value: any, bytes: Buffer][]} */
    const messages = []
    try {
      if (have > LONGEST) throw new Error('a line is too long')
      if (wanted > 0 ? have < wanted : !piece.includes(NEWLINE)) return
      let rest = pieces.length === 1 ? /** @type {Buffer} */ (pieces[0]) : Buffer.concat(pieces, have)
      wanted = 0
      for (let end = rest.indexOf(NEWLINE); end >= 0 && wanted === 0; end = rest.indexOf(NEWLINE)) {
        const value = JSON.parse(rest.toString('utf8', 0, end))
        const whole = end + 1 + bytesBehind(value)
        if (whole > LONGEST) throw new Error('a line is too long')
        if (rest.length < whole) {
          wanted = whole
          break
        }
        messages.push([value, rest.subarray(end + 1, whole)])
        rest = rest.subarray(whole)
      }
      pieces = rest.length > 0 ? [rest] : []
      have = rest.length
    } catch (error) {
      stream.off('data', read)
      return onBroken(String(error))
    }
    for (const [value, bytes] of messages) onValue(value, bytes)
  }
  stream.on('data', read)
}

/** @param {any} value */
function bytesBehind(value) {
  const sizes = value?.bytes ?? []
  if (!Array.isArray(sizes) || !sizes.every((size) => Number.isSafeInteger(size) && size >= 0))
    throw new Error('sizes that are not numbers')
  return sizes.reduce((sum, size) => sum + size, 0)
}
