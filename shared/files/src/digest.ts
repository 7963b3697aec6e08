import { createHash } from 'node:crypto'

/** As browsers (`sha384-…`) and npm (`sha512-…`) write it. */
export const integrityOf = (bytes: Uint8Array, algorithm: 'sha384' | 'sha512' = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
