import { UsageError } from '@marram/build/usage-error'
import {
  type ArgumentScannerError,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type CommandContext,
  formatMessageForArgumentScannerError,
  proposeCompletions,
  run,
  type Command as Target,
  text_en,
} from '@stricli/core'
import type { Command, Input } from './command'
import { commands } from './commands'
import { options, words } from './options'

export type Parsed = { command: string; given: Input; json: boolean }
type Context = CommandContext & { found: (parsed: Parsed) => void }

const ending = `Environment variables
  MARRAM_RELEASES_URL  address of the registry (http://localhost:3000)
  MARRAM_TOKEN         token of the caller; on the machine of the site it is read from MARRAM_DATA/releases/token
  MARRAM_DATA          folder of the site's data (data)

Exit codes: 0 done, 1 failed, refused or not understood, 2 not done because somebody else changed it first or it exists.`

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What the library has to know of a command. Its types follow one function each; here a table's do, in `Given`. */
function targetOf(name: string, { takes, options: names, needs, summary }: Command): Target<Context> {
  const flags = Object.fromEntries(
    names.map((each) => [each, { ...options[each], optional: !needs.includes(each) }] as const),
  )
  const taken = takes.map((word) => {
    const placeholder = word.replace(/\W/g, '') as keyof typeof words
    return { ...words[placeholder], placeholder, optional: word !== placeholder }
  })
  const parameters = {
    flags: {
      ...flags,
      ...(names.includes('environment') && { env: { ...options.environment, hidden: true } }),
      json: { kind: 'boolean', optional: true, withNegated: false, brief: 'respond as JSON on standard output' },
    },
    positional: { kind: 'tuple', parameters: taken },
  }
  return buildCommand<Input, unknown[], Context>({
    parameters: parameters as never,
    docs: {
      brief: summary,
      fullDescription: `${capitalised(summary)}.\n\n${ending}`,
      customUsage: [[...takes, '[OPTIONS]'].join(' ')],
    },
    func({ json, env, for: end, ...flagged }, ...args) {
      const typed = Object.fromEntries(taken.map(({ placeholder }, i) => [placeholder.toLowerCase(), args[i]]))
      const given = { environment: env, until: end, ...withoutGaps(flagged), ...typed }
      this.found({ command: name, given: withoutGaps(given), json: json === true })
    },
  })
}

const withoutGaps = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

const targets = Object.entries(commands).map(([name, spec]) => [name, targetOf(name, spec)] as const)

/** The commands of a group, such as `token create` and `token revoke` of `token`; of '' those that are in none. */
const routesOf = (group: string): Record<string, Target<Context>> =>
  Object.fromEntries(
    targets.flatMap(([name, target]) => {
      const [first = '', second] = name.split(' ')
      if (second === undefined) return group === '' ? [[first, target]] : []
      return first === group ? [[second, target]] : []
    }),
  )

function groupOf(group: string) {
  const routes = routesOf(group)
  const brief = Object.entries(routes)
    .map(([name, target]) => `${name}: ${target.brief}`)
    .join('; ')
  return buildRouteMap({ routes, docs: { brief } })
}

const routes = { ...routesOf(''), environment: groupOf('environment'), token: groupOf('token') }

const meant = (corrections: readonly string[]) =>
  corrections.length > 0 ? ` Did you mean ${corrections.join(' or ')}?` : ''

const application = buildApplication<Context>(
  buildRouteMap({ routes, docs: { brief: 'Publishes, promotes and watches releases', fullDescription: ending } }),
  {
    name: 'npm run release --',
    scanner: { allowArgumentEscapeSequence: true },
    documentation: { onlyRequiredInUsageLine: true },
    localization: {
      text: {
        ...text_en,
        headers: { ...text_en.headers, flags: 'OPTIONS' },
        briefs: {
          ...text_en.briefs,
          help: 'what a command does and takes',
          argumentEscapeSequence: 'all that follows are arguments',
        },
        noCommandRegisteredForInput: ({ input, corrections }) => `There is no command ${input}.${meant(corrections)}`,
        exceptionWhileParsingArguments: (error) =>
          formatMessageForArgumentScannerError(error as ArgumentScannerError, {
            ArgumentParseError: ({ exception }) => (exception as Error).message,
            FlagNotFoundError: ({ input, corrections }) => `There is no option --${input} here.${meant(corrections)}`,
            UnexpectedPositionalError: ({ input }) => `${input} is one word too many.`,
            UnsatisfiedPositionalError: ({ placeholder }) => `A ${placeholder} is missing.`,
            UnsatisfiedFlagError: ({ externalFlagName }) => `It needs --${externalFlagName} with a value.`,
          }),
      },
    },
  },
)

/** `help promote` is `promote --help`, and `--json` may stand in front. */
function normal([first, ...rest]: string[]): string[] {
  if (first === '--json' && rest.length > 0) return normal([...rest, first])
  if (first === 'help') return [...rest, '--help']
  return first === undefined ? [] : [first, ...rest]
}

const silent = { write: () => undefined }

/** Reads a command line; a text is the help that it asks for. Throws `UsageError`. */
export async function parseCommand(args: string[]): Promise<Parsed | string> {
  const written = { stdout: '', stderr: '' }
  let parsed: Parsed | undefined
  const streamOf = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text
    },
  })
  const wanted = normal(args)
  await run(application, wanted, {
    process: { stdout: streamOf('stdout'), stderr: streamOf('stderr') },
    found: (found) => {
      parsed = found
    },
  })
  if (written.stderr !== '') throw new UsageError(written.stderr.trim())
  if (parsed) return parsed
  if (wanted.some((each) => each === '--help' || each === '-h')) return written.stdout.trimEnd()
  throw new UsageError(wanted.length === 0 ? 'A command is missing.' : `There is no command ${wanted.join(' ')}.`)
}

/** What Tab offers for the last of these words. */
export async function completions(args: string[]): Promise<string[]> {
  // Shells differ in whether they hand on empty words; only the last one, which is being typed, means something.
  const typed = args.filter((word, i) => word !== '' || i === args.length - 1)
  const wanted = typed[0] === 'help' ? typed.slice(1) : typed
  const context = { process: { stdout: silent, stderr: silent }, found: () => undefined }
  return (await proposeCompletions(application, wanted, context)).map(({ completion }) => completion)
}
