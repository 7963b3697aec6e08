// Loaded before services: their stacks name the sources that a bundled file is made of. Node's own --enable-source-maps
// keeps the maps of all libraries in memory (48 MB in the API); this reads a map when a stack is looked at.
import fs from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** By file; undefined if a file has no map. @type {Map<string, SourceMap | undefined>} */
const maps = new Map()

/** @param {string} file */
function mapOf(file) {
  if (!maps.has(file))
    try {
      maps.set(file, new SourceMap(JSON.parse(fs.readFileSync(`${file}.map`, 'utf8'))))
    } catch {
      maps.set(file, undefined)
    }
  return maps.get(file)
}

/** A stack frame with the place in the source. @param {string} frame */
const mapped = (frame) =>
  frame.replace(/(file:\/\/[^\s()]+\/dist\/[^/\s()]+\.mjs):(\d+):(\d+)/, (place, url, line, column) => {
    const file = fileURLToPath(url)
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    return `${pathToFileURL(path.resolve(path.dirname(file), origin.fileName))}:${origin.lineNumber}:${origin.columnNumber}`
  })

Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${mapped(String(frame))}`)].join('\n')
