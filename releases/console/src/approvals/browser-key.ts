import type { SignatureBy } from '@marram/release-contract/trust'

const DATABASE = 'marram-keys'
const STORE = 'keys'
const ED25519 = 'Ed25519'

/** The key of one person in this browser. Its private half cannot be read by any script, only used. */
export type BrowserKey = { key: string; sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<SignatureBy> }

/** The person's key; undefined if none was made here. */
export async function findKey(owner: string): Promise<BrowserKey | undefined> {
  const pair = await inStore('readonly', (store) => store.get(owner))
  return pair && keyOf(pair as CryptoKeyPair)
}

/** Makes the person's key and keeps it in this browser. Rejects, with a message for people, where that is not possible. */
export async function makeKey(owner: string): Promise<BrowserKey> {
  if (!crypto.subtle) throw new Error('Browsers make keys at https addresses and on this machine (localhost) alone.')
  const pair = await crypto.subtle.generateKey(ED25519, false, ['sign', 'verify']).catch((cause: Error) => {
    throw new Error('This browser makes no keys of Ed25519. Use a newer one, or the command approve.', { cause })
  })
  await inStore('readwrite', (store) => store.put(pair, owner))
  // Browsers may throw away what they keep when their disk is full, unless a site asks them not to.
  await navigator.storage?.persist?.()
  return keyOf(pair as CryptoKeyPair)
}

async function keyOf({ publicKey, privateKey }: CryptoKeyPair): Promise<BrowserKey> {
  const key = base64url(await crypto.subtle.exportKey('raw', publicKey))
  const sign = async (bytes: Uint8Array<ArrayBuffer>) => ({
    key,
    signature: base64url(await crypto.subtle.sign(ED25519, privateKey, bytes)),
  })
  return { key, sign }
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

async function inStore<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await done(opening)
  try {
    return await done(use(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error(`This browser keeps no keys: ${request.error?.message}`))
  })
