import { join, resolve } from 'node:path'
import { readAccess } from '@marram/build/access'
import { readToken } from './access/token-file'

const root = join(import.meta.dirname, '../..')

/** As variables say, else as on the machine that runs the site, where the administrator's token is in a file. */
export async function readDeskAccess(variables: NodeJS.ProcessEnv, registry?: string) {
  // As the services do it: a relative folder is the project's.
  const where = join(resolve(root, variables.MARRAM_DATA || 'data'), 'releases', 'token')
  return readAccess(variables, { registry, kept: { token: await readToken(where), where } })
}
