import { randomUUID } from 'node:crypto'
import type { users } from './tables'
import { isSame, keyedDigest } from './tokens'

/** Accounts of one browser, as in a family. */
const MOST = 5

type Owner = Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>

/**
 * Shows that a browser has logged in to an account with its present password, as `ID.PROOF`; a browser may have several,
 * separated by spaces. It grants no access: it decides whose failed attempts count against whom (record 108).
 */
export function devices(key: Buffer) {
  const proofOf = (id: string, owner: Owner) => `${id}.${keyedDigest(key, `${id} ${owner.id} ${owner.passwordHash}`)}`
  const listOf = (sent = '') => sent.split(' ').slice(0, MOST)
  const isProof = (text: string, owner: Owner) => isSame(text, proofOf(text.split('.')[0] ?? '', owner))
  const find = (sent: string | undefined, owner: Owner) => listOf(sent).find((text) => isProof(text, owner))
  return {
    /** The id of a browser that is known to the account; undefined for others. */
    idOf: (sent: string | undefined, owner: Owner): string | undefined => find(sent, owner)?.split('.')[0],
    /** The value that the browser sends at its next login. */
    add(sent: string | undefined, owner: Owner): string {
      const known = find(sent, owner)
      const others = listOf(sent).filter((text) => text !== '' && text !== known)
      return [known ?? proofOf(randomUUID(), owner), ...others].slice(0, MOST).join(' ')
    },
  }
}
