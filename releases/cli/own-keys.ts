import { join, resolve } from 'node:path'
import { readKeys, type SigningKey } from '@marram/build/signing-keys'
import type { Terminal } from './command'

const root = join(import.meta.dirname, '../..')

/** As in the services, a relative folder is relative to the project. */
export const dataFolder = (variables: NodeJS.ProcessEnv): string => resolve(root, variables.MARRAM_DATA || 'data')

/** The private keys of this user, and on the machine of a site the one that its first start made. */
export const ownKeys = ({ env }: Pick<Terminal, 'env'>): SigningKey[] => readKeys(env, join(dataFolder(env), 'keys'))
