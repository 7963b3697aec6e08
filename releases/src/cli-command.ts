import { parseArgs } from 'node:util'
import { partName } from '@marram/contracts/section'
import { versionPattern } from '@marram/contracts/version'

export const help = `Usage: npm run release -- COMMAND [OPTIONS]

  publish FOLDER             upload a built part: the folder of its release.json, or the part's own
  list [PART]                what is published and where it is live; with PART every version of it
  promote PART VERSION       make a version live for everyone
  rollback PART [VERSION]    go back to what was live before, or further back to VERSION

Options
  --promote                  after publish: promote it as well
  --env NAME                 environment (production)
  --reason TEXT              why, for the audit log
  --json                     answer as JSON on standard output
  --help                     this text

Environment
  MARRAM_RELEASES_URL        where the registry answers (http://localhost:3000)
  MARRAM_TOKEN               who asks; where the site runs it is read from MARRAM_DATA/releases/token
  MARRAM_DATA                folder of the site's data (data)

Exit codes: 0 done, 1 failed, refused or not understood.
`

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type Options = { env: string; json: boolean; reason?: string | undefined }
export type Command = Options &
  (
    | { command: 'help' }
    | { command: 'publish'; folder: string; promote: boolean }
    | { command: 'list'; part?: string | undefined }
    | { command: 'promote'; part: string; version: string }
    | { command: 'rollback'; part: string; version?: string | undefined }
  )

export function parseCommand(args: string[]): Command {
  const { values, positionals } = parsed(args)
  const { env, json, reason, promote } = values
  const options = { env, json, reason }
  const [command, first, second, ...rest] = positionals
  if (values.help || command === 'help') return { ...options, command: 'help' }
  if (rest.length > 0) throw new UsageError(`${rest[0]} is one word too many.`)
  if (promote && command !== 'publish') throw new UsageError('--promote belongs to publish.')
  switch (command) {
    case 'publish':
      if (second !== undefined) throw new UsageError('publish takes one FOLDER.')
      return { ...options, command, folder: needed(first, 'publish needs a FOLDER.'), promote }
    case 'list':
      if (second !== undefined) throw new UsageError('list takes one PART.')
      return { ...options, command, part: first === undefined ? undefined : asPart(first) }
    case 'promote':
      return {
        ...options,
        command,
        part: asPart(first),
        version: asVersion(needed(second, 'promote needs PART and VERSION.')),
      }
    case 'rollback':
      return { ...options, command, part: asPart(first), version: second === undefined ? undefined : asVersion(second) }
    case undefined:
      throw new UsageError('A command is missing.')
    default:
      throw new UsageError(`There is no command ${command}.`)
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        env: { type: 'string', default: 'production' },
        reason: { type: 'string' },
        promote: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function needed(value: string | undefined, message: string): string {
  if (!value) throw new UsageError(message)
  return value
}

function asPart(value: string | undefined): string {
  const part = needed(value, 'A PART is missing.')
  if (!partName.safeParse(part).success) throw new UsageError(`${part} is not the name of a part.`)
  return part
}

function asVersion(version: string): string {
  if (!versionPattern.test(version)) throw new UsageError(`${version} is not a version such as 1.4.0.`)
  return version
}
