import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { isSourceMap, isText } from './file-kinds'

const compress = promisify(brotliCompress)

/** The file's Brotli copy, made once for all visitors; undefined where it would gain nothing. */
export async function brotliCopy(path: string, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (!isText(path)) return undefined
  const copy = await compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // No visitor downloads a source map, and they are most of the bytes: the best quality would take ten times as long.
      [constants.BROTLI_PARAM_QUALITY]: isSourceMap(path) ? 5 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  return copy.length < bytes.length ? copy : undefined
}
