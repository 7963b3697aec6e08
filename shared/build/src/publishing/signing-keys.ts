import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SignatureBy } from '@marram/release-contract/trust'
import { SettingsProblem } from './access'
import { UsageError } from './usage-error'

/** A private key, and what it signs with. */
export type SigningKey = {
  name: string
  key: string
  /** Where its file is; undefined for one of a variable. */
  folder?: string
  sign: (bytes: Uint8Array) => SignatureBy
}

const END = '.pem'
const NAME = /^[a-z0-9][a-z0-9-]{0,40}$/
/** A key in a variable, for pipelines. */
const VARIABLE = 'MARRAM_SIGNING_KEY'

/** Where the keys of this user are. */
export const keysFolder = (variables: NodeJS.ProcessEnv): string =>
  variables.MARRAM_KEYS || join(homedir(), '.marram', 'keys')

/** Makes a key in a file that only its owner can read. Throws `UsageError` if there is one of that name. */
export function createKey(folder: string, name: string): SigningKey {
  if (!NAME.test(name)) throw new UsageError(`${name} is not a name of lower-case letters, digits and dashes.`)
  const file = join(folder, name + END)
  if (existsSync(file)) throw new UsageError(`There is a key ${name} already: ${file}. Take another name.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  // The umask may have taken away more than others' rights.
  chmodSync(file, 0o600)
  return { ...keyOf(name, privateKey), folder }
}

/** Keeps a key from signing anything more; its file stays, under another name. Whoever set a variable unsets it. */
export function retireKey({ name, folder }: SigningKey): void {
  if (folder !== undefined) renameSync(join(folder, name + END), join(folder, `${name}${END}.retired`))
}

/** All keys of this user: the one of the variable alone, else those of the folders. Throws `SettingsProblem`. */
export function readKeys(variables: NodeJS.ProcessEnv, ...more: string[]): SigningKey[] {
  const given = variables[VARIABLE]
  if (given) return [parse('variable', given, VARIABLE)]
  return [keysFolder(variables), ...more].flatMap(keysIn)
}

function keysIn(folder: string): SigningKey[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith(END))
    .sort()
    .map((file) => {
      const path = join(folder, file)
      if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
        throw new SettingsProblem(`Others can read the private key ${path}: chmod 600 ${path}`)
      return { ...parse(file.slice(0, -END.length), readFileSync(path, 'utf8'), path), folder }
    })
}

function parse(name: string, pem: string, where: string): SigningKey {
  try {
    const read = createPrivateKey(pem)
    if (read.asymmetricKeyType === 'ed25519') return keyOf(name, read)
  } catch {
    // The message below is of more use than the parser's.
  }
  throw new SettingsProblem(`${where} holds no private key of Ed25519. Make one: npm run release -- key create NAME`)
}

function keyOf(name: string, privateKey: KeyObject): SigningKey {
  const key = createPublicKey(privateKey).export({ format: 'jwk' }).x as string
  return { name, key, sign: (bytes) => ({ key, signature: sign(null, bytes, privateKey).toString('base64url') }) }
}
