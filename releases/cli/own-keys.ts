import { join, resolve } from 'node:path'
import { createKey, keysFolder, readKeys, type SigningKey } from '@marram/build/signing-keys'
import type { Terminal } from './command'

/** The folder of the workspace. */
export const root = join(import.meta.dirname, '../..')

/** As in the services, a relative folder is relative to the project. */
export const dataFolder = (variables: NodeJS.ProcessEnv): string => resolve(root, variables.MARRAM_DATA || 'data')

/** The private keys of this user, and on the machine of a site the one that its first start made. */
export const ownKeys = ({ env }: Pick<Terminal, 'env'>): SigningKey[] => readKeys(env, join(dataFolder(env), 'keys'))

/**
 * For whoever publishes a part for the first time: makes a key of its name, and says how it comes to count. Undefined in a
 * pipeline, where it would be gone after the run.
 */
export const makerOfFirstKey = ({ env, stderr }: Pick<Terminal, 'env' | 'stderr'>) =>
  env.CI
    ? undefined
    : (part: string): SigningKey => {
        const made = createKey(keysFolder(env), part)
        stderr.write(
          `Made the key that signs what you publish: ${made.name} in ${keysFolder(env)}. Until its public half counts, nobody sees a release of yours. Whoever holds a root key of the site adds it once: npm run release -- trust update --key ${made.key} --owner ${part} --part ${part}\n`,
        )
        return made
      }
