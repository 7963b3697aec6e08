import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Tokens = { isValid(accessToken: string): boolean }

/** The secret that signs tokens: as given, else made once and kept where only this user reads it. */
export function tokenSecret(given: string | undefined, folder: string): string {
  if (given) return given
  const file = join(folder, 'token-secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const secret = randomBytes(32).toString('base64url')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
    return secret
  }
}
