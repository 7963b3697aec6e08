import { parseArgs } from 'node:util'
import { UsageError } from '@marram/build/usage-error'
import { type CommandSpec, commands, type Input } from './cli-commands'
import { asEnvironment, asPart, asVersion, type OptionName, options } from './cli-options'

/** `help` without a command is about all of them. */
export type Command = { command: string; json: boolean; help: boolean } & Input

const names = Object.keys(options) as OptionName[]

const readers: Record<string, (text: string) => string> = {
  PART: asPart,
  VERSION: asVersion,
  ID: asId,
  WHAT: asNamed,
  NAME: (name) => name,
  FOLDER: (folder) => folder,
}

function asId(id: string): string {
  if (!/^[0-9a-f]{4,12}$/.test(id)) throw new UsageError(`${id} is not the id of a composition.`)
  return id
}

/** The id of a composition, or of a report as a failure panel shows it. */
function asNamed(id: string): string {
  if (!/^#?[0-9a-z]{4,12}$/.test(id)) throw new UsageError(`${id} is not the id of a composition or report.`)
  return id.replace('#', '')
}

export function parseCommand(args: string[]): Command {
  const { values, positionals } = parsed(args)
  const { json, help } = values as { json: boolean; help: boolean }
  const [first, second, ...rest] = positionals
  const asked = first === 'help' ? positionals.slice(1) : positionals
  if (help || first === 'help') return { command: commandOf(asked)?.name ?? '', json, help: true }
  if (first === undefined) throw new UsageError('A command is missing.')
  const found = commandOf(positionals)
  if (!found) throw new UsageError(`There is no command ${isGroup(first) && second ? `${first} ${second}` : first}.`)
  const { name, spec } = found
  const words = name.includes(' ') ? rest : positionals.slice(1)
  const read: Command = {
    command: name,
    json,
    help: false,
    ...takeWords(name, spec, words),
    ...takeOptions(name, spec, values),
  }
  if (name === 'environment create') asEnvironment(String(read.name))
  if (name === 'rollback' && (read.part === undefined) === (read.composition === undefined))
    throw new UsageError('rollback needs a PART or a --composition.')
  if (name === 'preview') {
    const ways = [read.version, read.source && read.part, read.composition].filter((way) => way !== undefined)
    if (ways.length !== 1)
      throw new UsageError('preview needs a PART and a VERSION, a PART and a --source, or a --composition.')
  }
  if (name === 'canary') {
    const ways = [read.traffic, read.linear, read.steps].filter((way) => way !== undefined)
    if (ways.length !== 1) throw new UsageError('canary needs one of --traffic, --linear and --steps.')
    if ((read.linear === undefined) !== (read.every === undefined))
      throw new UsageError('--linear and --every go together.')
    if (read.evidence && read['without-evidence'])
      throw new UsageError('--evidence and --without-evidence are the opposite of each other.')
  }
  return read
}

function commandOf([first = '', second = '']: string[]): { name: string; spec: CommandSpec } | undefined {
  const name = [`${first} ${second}`, first].find((each) => Object.hasOwn(commands, each))
  return name === undefined ? undefined : { name, spec: commands[name] as CommandSpec }
}

const isGroup = (word: string) => Object.keys(commands).some((name) => name.startsWith(`${word} `))

function takeWords(command: string, { takes }: CommandSpec, words: string[]): Input {
  const extra = words[takes.length]
  if (extra !== undefined) throw new UsageError(`${extra} is one word too many: ${command} ${takes.join(' ')}`.trim())
  const input: Input = {}
  for (const [i, placeholder] of takes.entries()) {
    const name = placeholder.replace(/\W/g, '')
    const word = words[i]
    if (word !== undefined && word !== '') input[name.toLowerCase()] = readers[name]?.(word)
    else if (name === placeholder) throw new UsageError(`A ${name} is missing: ${command} ${takes.join(' ')}`)
  }
  return input
}

function takeOptions(command: string, spec: CommandSpec, values: Record<string, unknown>): Input {
  const input: Record<string, unknown> = {}
  for (const name of names) {
    const given = name === 'environment' ? (values.environment ?? values.env) : values[name]
    if (given === undefined || name === 'json' || name === 'help') continue
    if (!spec.options.includes(name)) throw new UsageError(`--${name} does not belong to ${command}.`)
    const option = options[name]
    const value = 'read' in option ? option.read(String(given)) : given
    input[name === 'for' ? 'until' : name] = value
  }
  const missing = spec.needs?.find((name) => input[name] === undefined)
  if (missing) throw new UsageError(`${command} needs --${missing}.`)
  return input
}

function parsed(args: string[]) {
  const typed = Object.fromEntries(
    names.map((name) => [name, 'value' in options[name] ? { type: 'string' as const } : { type: 'boolean' as const }]),
  )
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...typed,
        env: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
