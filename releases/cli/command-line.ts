import { join } from 'node:path'
import { readAccess } from '@marram/build/access'
import { reportFailure } from '@marram/build/failure'
import { UsageError } from '@marram/build/usage-error'
import { registryClient } from '@marram/release-contract/registry-client'
import * as stricli from '@stricli/core'
import { readToken } from '../src/access/token-file'
import type { Command, CommandContext, Input, Outcome, Terminal } from './command'
import { commands } from './commands'
import { options, words } from './options'
import { dataFolder } from './own-keys'

/** One of the programs that offer commands: the release desk's here, and that of a team in its own folder. */
export type Program = {
  /** As people start it. */
  name: string
  summary: string
  commands: Record<string, Command>
  /** What the help of every command ends with. */
  ending: string
  connect: (terminal: Terminal, address?: string) => ReturnType<CommandContext['connect']>
  /** The registry names commands as the release desk has them: the same words with those of this program. */
  inOwnWords?: (text: string) => string
}

/** Runs `npm run release -- …`, or another program. Returns its exit code: 0, 1 for a failure, 2 for a conflict. */
export async function commandLine(args: string[], terminal: Terminal, program = desk): Promise<number> {
  const { stdout, stderr } = terminal
  const { inOwnWords = String } = program
  const json = args.includes('--json')
  try {
    // The script of the command `completion` calls this for Tab.
    if (args[0] === '--complete') {
      stdout.write(`${(await completions(args.slice(1), program)).join('\n')}\n`)
      return 0
    }
    const connect = (address?: string) => program.connect(terminal, address)
    const outcome = await runCommand(args, { connect, terminal }, program)
    stdout.write(`${json ? JSON.stringify(outcome.json) : inOwnWords(outcome.text)}\n`)
    return outcome.failed ? 1 : 0
  } catch (error) {
    if (error instanceof Error) error.message = inOwnWords(error.message)
    return reportFailure(error, { json, help: helpFor(args, program), stdout, stderr })
  }
}

/** Of the command that these words begin with, if there is one, else of the program. */
function helpFor(args: string[], { name, commands }: Program): string {
  const [first = '', second = ''] = args.filter((each) => !each.startsWith('--'))
  const command = [`${first} ${second}`, first].find((each) => Object.hasOwn(commands, each))
  return [name, command, '--help'].filter(Boolean).join(' ')
}

/** Uses the environment variables, or the file of the administrator's token on the machine that runs the site. */
async function connect({ env }: Terminal, address?: string) {
  const where = join(dataFolder(env), 'releases', 'token')
  const access = await readAccess(env, { registry: address, stored: { token: await readToken(where), where } })
  return { access, registry: registryClient(access) }
}

/** Runs one command line. The result of a help text is the text. */
export async function runCommand(
  args: string[],
  context: Omit<CommandContext, 'json'>,
  program = desk,
): Promise<Outcome> {
  const parsed = await parseCommand(args, program)
  if (typeof parsed === 'string') return { text: parsed, json: { help: parsed } }
  const { command, given, json } = parsed
  return (program.commands[command] as Command).run(given, { ...context, json })
}

type Parsed = { command: string; given: Input; json: boolean }

/** Parses a command line; a text is the requested help. Throws `UsageError`. */
export async function parseCommand(typed: string[], program = desk): Promise<Parsed | string> {
  // `--json` may come first, and `help promote` is `promote --help`.
  const [first = '', ...rest] = typed
  if (first === '--json' && rest.length > 0) return parseCommand([...rest, first], program)
  const args = first === 'help' ? [...rest, '--help'] : typed
  const [help, problem, parsed]: [string[], string[], Parsed[]] = [[], [], []]
  await stricli.run(applicationOf(program), args, {
    process: { stdout: { write: (text) => help.push(text) }, stderr: { write: (text) => problem.push(text) } },
    found: (found) => parsed.push(found),
  })
  if (problem.length > 0) throw new UsageError(problem.join('').trim())
  if (parsed[0]) return parsed[0]
  if (args.includes('--help') || args.includes('-h')) return help.join('').trimEnd()
  throw new UsageError(args.length === 0 ? 'A command is missing.' : `There is no command ${args.join(' ')}.`)
}

/** The completions for the last of these words. */
async function completions(args: string[], program: Program): Promise<string[]> {
  // Some shells pass empty words. Only the last one, which is being typed, matters.
  const typed = args.filter((word, i) => word !== '' || i === args.length - 1)
  if (typed[0] === 'help') typed.shift()
  const silent = { write: () => undefined }
  const context = { process: { stdout: silent, stderr: silent }, found: () => undefined }
  return (await stricli.proposeCompletions(applicationOf(program), typed, context)).map(({ completion }) => completion)
}

export const exitCodes =
  'Exit codes: 0 done, 1 failed, refused or not understood, 2 not done because somebody else changed it first or it exists.'

const desk: Program = {
  name: 'npm run release --',
  summary: 'Publishes, promotes and watches releases',
  commands,
  connect,
  ending: `Environment variables
  MARRAM_RELEASES_URL  address of the registry (http://localhost:3000)
  MARRAM_TOKEN         token of the caller; on the machine of the site it is read from MARRAM_DATA/releases/token
  MARRAM_ID_TOKEN      instead: ID token of a pipeline, exchanged for ten minutes of its rights
  MARRAM_DATA          folder of the site's data (data)
  MARRAM_KEYS          folder of your private keys (.marram/keys in your home folder)
  MARRAM_SIGNING_KEY   a private key itself, for a pipeline: what its file holds

${exitCodes}`,
}

type Context = stricli.CommandContext & { found: (parsed: Parsed) => unknown }
type Target = stricli.Command<Context>

/** A command in the library's form. The library infers types from functions; here `Given` does so from a table. */
function targetOf(name: string, { takes, options: names, needs, summary }: Command, ending: string): Target {
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
  return stricli.buildCommand<Input, unknown[], Context>({
    parameters: parameters as never,
    docs: {
      brief: summary,
      fullDescription: `${summary.replace(/^./, (first) => first.toUpperCase())}.\n\n${ending}`,
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

/** Commands of two words, such as `token create`, are in the group of the first word. */
function routesOf({ commands, ending }: Program) {
  const routes: Record<string, Target> = {}
  const groups: Record<string, Record<string, Target>> = {}
  for (const [name, spec] of Object.entries(commands)) {
    const [first = '', second] = name.split(' ')
    if (second === undefined) routes[first] = targetOf(name, spec, ending)
    else groups[first] = { ...groups[first], [second]: targetOf(name, spec, ending) }
  }
  const grouped = Object.entries(groups).map(([group, own]) => {
    const briefs = Object.entries(own).map(([name, target]) => `${name}: ${target.brief}`)
    return [group, stricli.buildRouteMap({ routes: own, docs: { brief: briefs.join('; ') } })] as const
  })
  return { ...routes, ...Object.fromEntries(grouped) }
}

const didYouMean = (corrections: readonly string[]) =>
  corrections.length > 0 ? ` Did you mean ${corrections.join(' or ')}?` : ''

const { text_en } = stricli
const applicationOf = (program: Program) =>
  stricli.buildApplication<Context>(
    stricli.buildRouteMap({
      routes: routesOf(program),
      docs: { brief: program.summary, fullDescription: program.ending },
    }),
    {
      name: program.name,
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
          noCommandRegisteredForInput: ({ input, corrections }) =>
            `There is no command ${input}.${didYouMean(corrections)}`,
          exceptionWhileParsingArguments: (error) =>
            stricli.formatMessageForArgumentScannerError(error as stricli.ArgumentScannerError, {
              ArgumentParseError: ({ exception }) => (exception as Error).message,
              FlagNotFoundError: ({ input, corrections }) =>
                `There is no option --${input} here.${didYouMean(corrections.map((each) => `--${each}`))}`,
              UnexpectedPositionalError: ({ input }) => `${input} is one word too many.`,
              UnsatisfiedPositionalError: ({ placeholder }) => `A ${placeholder} is missing.`,
              UnsatisfiedFlagError: ({ externalFlagName }) => `The command needs --${externalFlagName} with a value.`,
            }),
        },
      },
    },
  )
