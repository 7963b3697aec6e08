// @ts-check
/**
 * Looks places up in source maps, in a separate process: reading a map takes 0.2 seconds, which would block requests,
 * and a map that fills the memory ends the process that reads it, threads included. JavaScript, because it starts
 * without a loader.
 */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

/** @import { LookupRequest, LookupResponse } from './source-map-lookup' */

const MOST_MAPS = 6
/** Least recently used first. @type {Map<string, TraceMap>} */
const maps = new Map()

/** Where the part was built stands before it: `../../src/x.ts`, `../../../node_modules/.pnpm/a@1/node_modules/a/x.js`. */
const tidy = (/** @type {string} */ source) => source.replace(/^.*\/node_modules\//, '').replace(/^(?:\.{1,2}\/)+/, '')

/** @type {(request: LookupRequest) => LookupResponse} */
function resolvePlaces({ key, map: bytes, place }) {
  const map = bytes ? new TraceMap(Buffer.from(bytes).toString('utf8')) : maps.get(key)
  if (!map) return {}
  maps.delete(key)
  maps.set(key, map)
  const [oldest = ''] = maps.keys()
  if (maps.size > MOST_MAPS) maps.delete(oldest)
  const { source, line, column, name } = originalPositionFor(map, { ...place, column: Math.max(0, place.column - 1) })
  return { found: source === null ? null : { source: tidy(source), line, column: column + 1, name } }
}

process.on('message', (/** @type {LookupRequest} */ request) => {
  try {
    process.send?.(resolvePlaces(request))
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
