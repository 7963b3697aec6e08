import { randomUUID } from 'node:crypto'
import type { users } from './tables'
import { isSame, keyedDigest } from './tokens'

/** Accounts of one browser, as in a family. */
const MOST = 5

type Owner = Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>

/**
 * Shows that a browser has logged in to an account with its present password, as `ID.PROOF`; a browser may have several,
 * with spaces between them. It opens nothing: it decides whose failed attempts count against whom (record 108).
 */
export function devices(key: Buffer) {
  const proofOf = (id: string, owner: Owner) => `${id}.${keyedDigest(key, `${id} ${owner.id} ${owner.passwordHash}`)}`
  const listOf = (kept = '') => kept.split(' ').slice(0, MOST)
  const isProof = (text: string, owner: Owner) => isSame(text, proofOf(text.split('.')[0] ?? '', owner))
  const find = (kept: string | undefined, owner: Owner) => listOf(kept).find((text) => isProof(text, owner))
  return {
    /** The id under which a browser is known to the account; undefined where it is not. */
    idOf: (kept: string | undefined, owner: Owner): string | undefined => find(kept, owner)?.split('.')[0],
    /** What the browser is to send at its next login. */
    add(kept: string | undefined, owner: Owner): string {
      const known = find(kept, owner)
      const others = listOf(kept).filter((text) => text !== '' && text !== known)
      return [known ?? proofOf(randomUUID(), owner), ...others].slice(0, MOST).join(' ')
    },
  }
}
