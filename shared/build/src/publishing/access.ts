import type { RegistryAccess } from '@marram/release-contract/registry-client'

/** A setting is missing or wrong; the message names it and the reason. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
}

type Given = {
  /** `--registry`, which overrides MARRAM_RELEASES_URL. */
  registry?: string | undefined
  /** The file of the token, if MARRAM_TOKEN is not set. */
  stored?: { token: string | undefined; where: string }
}

/** The registry's address and the token, from options and variables. Throws `SettingsProblem`. */
export function readAccess(
  variables: NodeJS.ProcessEnv,
  { registry, stored }: Given = {},
): RegistryAccess & { token: string } {
  const url = registry || variables.MARRAM_RELEASES_URL || 'http://localhost:3000'
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new SettingsProblem(`${registry ? '--registry' : 'MARRAM_RELEASES_URL'} is not an http address: ${url}`)
  const token = variables.MARRAM_TOKEN?.trim() || stored?.token
  if (!token)
    throw new SettingsProblem(
      `There is no token: set MARRAM_TOKEN${stored ? ` (where the site runs it is read from ${stored.where})` : ''}.`,
    )
  if (!/^[\x21-\x7e]+$/.test(token)) throw new SettingsProblem('MARRAM_TOKEN holds characters that no token has.')
  return { url, token }
}
