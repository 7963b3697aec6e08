import { type RegistryAccess, registryClient } from '@marram/release-contract/registry-client'

/** A setting is missing or wrong; the message names it and the reason. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
}

type Given = {
  /** `--registry`, which overrides MARRAM_RELEASES_URL. */
  registry?: string | undefined
  /** The file of the token, if no variable has one. */
  stored?: { token: string | undefined; where: string }
  /** The part that it is about, where a pipeline may publish several. */
  part?: string
}

/**
 * The registry's address and the token, from options and variables. A pipeline's ID token is exchanged for one of ten
 * minutes. Throws `SettingsProblem`, or `RegistryError` where the exchange is refused.
 */
export async function readAccess(
  variables: NodeJS.ProcessEnv,
  { registry, stored, part }: Given = {},
): Promise<RegistryAccess & { token: string }> {
  const url = registry || variables.MARRAM_RELEASES_URL || 'http://localhost:3000'
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new SettingsProblem(`${registry ? '--registry' : 'MARRAM_RELEASES_URL'} is not an http address: ${url}`)
  const given = variables.MARRAM_TOKEN?.trim()
  const idToken = given ? undefined : await idTokenIn(variables, new URL(url).origin)
  if (idToken) return { url, token: (await registryClient({ url }).exchangeToken({ idToken, part })).token }
  const token = given || stored?.token
  if (!token)
    throw new SettingsProblem(
      `There is no token: set MARRAM_TOKEN${stored ? ` (where the site runs it is read from ${stored.where})` : ''}.`,
    )
  if (!/^[\x21-\x7e]+$/.test(token)) throw new SettingsProblem('MARRAM_TOKEN holds characters that no token has.')
  return { url, token }
}

/** What a pipeline's system says of the run: in a variable, or on request at GitHub, for this audience. */
async function idTokenIn(variables: NodeJS.ProcessEnv, audience: string): Promise<string | undefined> {
  const given = variables.MARRAM_ID_TOKEN?.trim()
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = variables
  if (given || !address || !bearer) return given || undefined
  const response = await fetch(`${address}&audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error)
  if (response instanceof Error || !response.ok)
    throw new SettingsProblem(
      `The pipeline gave no ID token (${response instanceof Error ? response.message : `status ${response.status}`}). Does it have the permission "id-token: write"?`,
    )
  return ((await response.json()) as { value: string }).value
}
