import type { IncomingHttpHeaders } from 'node:http'
import { releaseFileUrl } from '@marram/release-contract/release-files'

/** The file that a browser has as its dictionary: SHA-256 in Base64, and where it came from. */
export type HeldDictionary = { digest: string; version: string; file: string }

const DIGEST = /^:([A-Za-z0-9+/]{43}=):$/
const ID = /^"([\w.+-]{1,128})\/([\w./-]{1,800})"$/
/** Nothing in it means anything in a URL pattern. */
const PLAIN = /^[\w./-]+$/
/** Of the content, in a file's name: a version later it is another one. */
const HASH = /\.[0-9a-f]{10}(?=\.\w+$)/

/** What a response says about later requests: this file is the dictionary of the next version's file of this name. */
export function useAsDictionary(part: string, version: string, file: string): string | undefined {
  const id = `"${version}/${file}"`
  const match = releaseFileUrl(part, '*', file.replace(HASH, '.*'))
  return PLAIN.test(file) && ID.test(id) ? `match="${match}", id=${id}` : undefined
}

/** Undefined if the browser has none, or one that did not come from here. */
export function heldDictionary(headers: IncomingHttpHeaders): HeldDictionary | undefined {
  const [, digest] = DIGEST.exec(String(headers['available-dictionary'])) ?? []
  const [, version, file] = ID.exec(String(headers['dictionary-id'])) ?? []
  if (digest === undefined || version === undefined || file === undefined) return undefined
  return { digest, version, file }
}
