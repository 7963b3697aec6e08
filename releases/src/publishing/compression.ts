import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { isText } from '@marram/server/content-type'
import { Semaphore } from '@marram/server/semaphore'

const compress = promisify(brotliCompress)

// Node has four threads for this and for reading files: two stay free, so that visitors are served meanwhile.
const compressing = new Semaphore({ atOnce: 2 })

/** The file's Brotli copy, made once for everybody who asks; undefined where it would gain nothing. */
export async function brotliCopy(path: string, bytes: Uint8Array, quality: number): Promise<Uint8Array | undefined> {
  if (!isText(path)) return undefined
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const copy = await compressing.run(() => compress(bytes, { params }))
  return copy.length < bytes.length ? copy : undefined
}
