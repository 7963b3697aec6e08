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
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    let values
    try {
      if (rest.length > LONGEST) throw new Error('a line has no end')
      values = lines.map((line) => JSON.parse(line))
    } catch (error) {
      stream.off('data', read)
      return onBroken(String(error))
    }
    for (const value of values) onValue(value)
  }
  stream.on('data', read)
}
