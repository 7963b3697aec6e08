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
function answer({ key, map: bytes, place }) {
  const map = bytes ? new TraceMap(Buffer.from(bytes).toString('utf8')) : maps.get(key)
  if (!map) return {}
  maps.delete(key)
  maps.set(key, map)
  const [oldest = ''] = maps.keys()
  if (maps.size > MOST_MAPS) maps.delete(oldest)
  const { source, line, column, name } = originalPositionFor(map, { ...place, column: Math.max(0, place.column - 1) })
  return { found: source === null ? null : { source: tidy(source), line, column: column + 1, name } }
}

process.on('message', (/** @type {Question} */ question) => {
  try {
    process.send?.(answer(question))
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
