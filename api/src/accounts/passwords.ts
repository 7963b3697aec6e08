import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id; about 5 ms, and 19 MiB for as long. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Of a password that nobody has. */
const nobodysHash = hashPassword(randomBytes(32).toString('base64url'))

/** Whether this is the password of an account. Costs the same where there is no account: time tells nothing. */
export async function isPassword(typed: string, kept: string | undefined, check = verify): Promise<boolean> {
  const matches = await check(kept ?? (await nobodysHash), typed)
  return kept !== undefined && matches
}
