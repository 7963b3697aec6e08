import { join, resolve } from 'node:path'
import { readToken } from './first-token'

/** An environment variable is missing or wrong; the message says which and how. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
}

const root = join(import.meta.dirname, '../..')

/** Where the registry is and who asks: as the variables say, else as on the machine that runs the site. */
export async function readAccess(variables: NodeJS.ProcessEnv): Promise<{ url: string; token: string }> {
  const url = variables.MARRAM_RELEASES_URL || 'http://localhost:3000'
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new SettingsProblem(`MARRAM_RELEASES_URL is not an http address: ${url}`)
  // As the services do it: a relative folder is the project's.
  const path = join(resolve(root, variables.MARRAM_DATA || 'data'), 'releases', 'token')
  const token = variables.MARRAM_TOKEN?.trim() || (await readToken(path))
  if (!token)
    throw new SettingsProblem(`There is no token: set MARRAM_TOKEN (where the site runs it is read from ${path}).`)
  if (!/^[\x21-\x7e]+$/.test(token)) throw new SettingsProblem('MARRAM_TOKEN holds characters that no token has.')
  return { url, token }
}
