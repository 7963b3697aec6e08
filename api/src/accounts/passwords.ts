import { randomBytes } from 'node:crypto'
import { phoneKey } from '@marram/api-contract/phone'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../http/refusal'

/** argon2id; takes about 5 ms and 19 MiB. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Keyboards may produce different characters for the same text. */
const normal = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost)

/** The hash of a random password, for accounts that do not exist. */
const placeholderHash = hashPassword(randomBytes(32).toString('base64url'))

/** Whether this is the password of an account. Takes the same time without an account. */
export async function isPassword(typed: string, stored: string | undefined, check = verify): Promise<boolean> {
  let matches = false
  // Older ones were stored without normalization.
  for (const text of new Set([normal(typed), typed]))
    matches = (await check(stored ?? (await placeholderHash), text)) || matches
  return stored !== undefined && matches
}

type Person = { phone: string; email: string; first_name: string; last_name: string }

const bare = (text: string) => normal(text).toLowerCase().replace(/\s/g, '')

/** Refuses passwords that attackers try first. */
export async function refuseGuessable(password: string, person: Person): Promise<void> {
  const { first_name: first, last_name: last, email, phone } = person
  const own = [first, last, first + last, last + first, email, email.split('@')[0] ?? ''].map(bare)
  const isOwn = own.includes(bare(password)) || phoneKey(password) === phone
  const what = isOwn ? 'your name, phone number or e-mail address' : undefined
  if (!what && !(await commonPasswords()).has(bare(password))) return
  const message = `Choose another password: this is ${what ?? 'one of the most common ones'}, and is guessed first. Three words that do not belong together are good.`
  throw new Refusal(400, message, { password: message })
}

let common: Promise<Set<string>> | undefined
/** Read when a password is chosen: 15 MB of memory that an API may never need. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return common
}
