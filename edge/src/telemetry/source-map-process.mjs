// @ts-check
/**
 * Looks places up in source maps, in a process of its own: a map takes a fifth of a second to read, and the edge has
 * visitors meanwhile; and one that fills the memory ends whatever reads it, threads included. JavaScript, because it
 * starts without a loader.
 */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

/**
 * @import { Found, Question } from './source-map-lookup'
 * @type {Map<string, TraceMap>}
 */
const maps = new Map()

/** Where the part was built stands before it: `../../src/x.ts`, `../../../node_modules/.pnpm/a@1/node_modules/a/x.js`. */
const tidy = (/** @type {string} */ source) => source.replace(/^.*\/node_modules\//, '').replace(/^(?:\.{1,2}\/)+/, '')

/** @type {(question: Question) => Found[]} */
function answer({ key, bytes, forget, places }) {
  for (const each of forget) maps.delete(each)
  if (bytes) maps.set(key, new TraceMap(Buffer.from(bytes).toString('utf8')))
  const map = maps.get(key)
  if (!map) throw new Error(`no map of ${key} was given`)
  return places.map(({ line, column }) => {
    const { source, line: at, column: from, name } = originalPositionFor(map, { line, column: Math.max(0, column - 1) })
    return source === null ? null : { source: tidy(source), line: at, column: from + 1, name }
  })
}

process.on('message', (/** @type {Question} */ question) => {
  try {
    process.send?.({ n: question.n, found: answer(question) })
  } catch (error) {
    process.send?.({ n: question.n, error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
