// @ts-check
/**
 * Looks places up in source maps, in a process of its own: a map takes a fifth of a second to read, and the edge has
 * visitors meanwhile; and one that fills the memory ends whatever reads it, threads included. JavaScript, because it
 * starts without a loader.
 */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

/** @import { Question, Response } from './source-map-lookup' */

const MOST_MAPS = 6
/** Least recently used first. @type {Map<string, TraceMap>} */
const maps = new Map()

/** Where the part was built stands before it: `../../src/x.ts`, `../../../node_modules/.pnpm/a@1/node_modules/a/x.js`. */
const tidy = (/** @type {string} */ source) => source.replace(/^.*\/node_modules\//, '').replace(/^(?:\.{1,2}\/)+/, '')

/** @type {(question: Question) => Response} */
function answer({ key, map: bytes, places }) {
  const map = bytes ? new TraceMap(Buffer.from(bytes).toString('utf8')) : maps.get(key)
  if (!map) return {}
  maps.delete(key)
  maps.set(key, map)
  const [oldest = ''] = maps.keys()
  if (maps.size > MOST_MAPS) maps.delete(oldest)
  const found = places.map(({ line, column }) => {
    const { source, line: at, column: from, name } = originalPositionFor(map, { line, column: Math.max(0, column - 1) })
    return source === null ? null : { source: tidy(source), line: at, column: from + 1, name }
  })
  return { found }
}

process.on('message', (/** @type {Question} */ question) => {
  try {
    process.send?.(answer(question))
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
