import type { IncomingHttpHeaders } from 'node:http'
import { acceptedEncoding, type DictionaryEncoding, WITH_DICTIONARY } from '@marram/server/encodings'
import type { Deltas } from '../release-files/deltas'
import { heldDictionary } from '../release-files/dictionaries'
import type { PageDocument } from './page-document'
import { askedVariant } from './shared-caches'

/** Where the dictionary of a page is said to come from; those of release files have a version there. */
const PAGE = 'page'
/** How long a browser may use a page as a dictionary, in seconds. */
const FRESH_S = 3600
/** A page takes 10 ms at this level, and 50 ms at the best one, which saves a tenth more: its visitor is waiting. */
const ZSTD_LEVEL = 9

/**
 * Whether the browser keeps pages as dictionaries of others (RFC 9842): those that do name their brands. A cache in front
 * keeps pages for everybody, and gets no dictionaries.
 */
export const keepsDictionaries = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-ch-ua'] !== undefined && askedVariant(headers) === undefined

/** Everybody with the same versions gets the same bytes: no page of one visitor, and nothing that stands in for a page. */
const isForEverybody = ({ status, shared }: PageDocument) =>
  status === 200 && shared !== undefined && shared.cacheability !== 'none'

/**
 * Makes the page at this address, which has no query, the dictionary of the next ones. Browsers use only what is fresh for that, and
 * a page must be asked for each time, so that a rollback holds at once: `Vary: *` is never like another request.
 */
export const dictionaryHeaders = (path: string, page: PageDocument) =>
  isForEverybody(page) && {
    'use-as-dictionary': `match="/*", match-dest=("document"), id="${PAGE}/${path}"`,
    'cache-control': `private, max-age=${FRESH_S}`,
    vary: '*',
  }

type Encoded = { encoding: DictionaryEncoding; body: Buffer }

/** What is new in a page for a browser that holds one which `find` returns by its address. Undefined if the whole page is to be sent. */
export async function newIn(
  page: PageDocument,
  headers: IncomingHttpHeaders,
  deltas: Pick<Deltas, 'from'>,
  find: (path: string) => PageDocument | undefined,
): Promise<Encoded | undefined> {
  const encoding = acceptedEncoding(headers['accept-encoding'], WITH_DICTIONARY)
  const held = encoding && heldDictionary(headers)
  if (!encoding || held?.version !== PAGE || !isForEverybody(page)) return undefined
  const target = { name: `${PAGE} ${page.etag}`, bytes: page.html, brotli: await page.in('br'), level: ZSTD_LEVEL }
  const body = await deltas.from(held, target, encoding, async () => find(held.file)?.html)
  return body && { encoding, body }
}
