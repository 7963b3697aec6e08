import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccessTokens } from './access-tokens'

export type Tokens = { access: AccessTokens; refreshKey: Buffer }

/** The secret that signs tokens: as given, else made once and kept where only this user reads it. */
export function tokenSecret(given: string | undefined, folder: string): string {
  if (given) return given
  const file = join(folder, 'token-secret')
  const kept = read(file)
  if (kept) return kept
  mkdirSync(folder, { recursive: true })
  const own = `${file}.${process.pid}`
  writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Fails where another process was quicker: then that one's secret counts. Never half a file.
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  return readFileSync(file, 'utf8')
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
