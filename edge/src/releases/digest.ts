import { createHash } from 'node:crypto'

/** A Subresource Integrity digest of the bytes. */
export const integrityOf = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** Bytes that are not what they were said to be. They are never run and never served. */
export class WrongDigest extends Error {
  override readonly name = 'WrongDigest'
}
