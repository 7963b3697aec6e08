// @ts-check
/** A line that is longer than this is no message: a page is a few hundred KB. */
const LONGEST = 32 * 1024 * 1024

/**
 * One message as one line.
 * @param {unknown} value
 */
export const toLine = (value) => `${JSON.stringify(value)}\n`

/**
 * Hands over what each line says; once, `onBroken` with the reason, when a line is no JSON.
 * @param {import('node:stream').Readable} stream
 * @param {(value: any) => void} onValue
 * @param {(reason: string) => void} onBroken
 */
export function readLines(stream, onValue, onBroken) {
  let rest = ''
  stream.setEncoding('utf8')
  const read = (/** @type {string} */ chunk) => {
    rest += chunk
    let values
    try {
      if (rest.length > LONGEST) throw new Error('a line is too long')
      // A long line comes in many pieces: it is looked through when it has ended.
      if (!chunk.includes('\n')) return
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      values = lines.map((line) => JSON.parse(line))
    } catch (error) {
      stream.off('data', read)
      return onBroken(String(error))
    }
    for (const value of values) onValue(value)
  }
  stream.on('data', read)
}
