import { createInterface } from 'node:readline'
import type { InputOf, ResponseOf } from '@marram/release-contract/call'
import { type CallName, type Calls, calls } from '@marram/release-contract/calls'
import type { RegistryAccess, RegistryClient } from '@marram/release-contract/registry-client'
import { followedWords, lackingWords, untilFollowed } from '../src/evidence/edge-text'
import type { Given, OptionName, Word } from './options'

/** The input and output of a command: `process`, or a replacement in tests. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdout: Pick<NodeJS.WriteStream, 'write'>
  stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
  /** Without one nobody is asked. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean }
}

export type CommandContext = {
  /** Uses the variables of the terminal, or this address. Throws without a token. */
  connect: (address?: string) => Promise<{ access: RegistryAccess; registry: RegistryClient }>
  terminal: Terminal
  /** Whether the output is for programs: then nothing else is written. */
  json: boolean
}

/** `failed`: the command worked, and its answer is no. Then the exit code is 1. */
export type Outcome = { text: string; json: unknown; failed?: boolean }

/** Arguments and options as they were typed, by name. */
export type Input = Record<string, unknown>

type Spec<Takes extends Word, Options extends OptionName, Needs extends Options> = {
  takes?: readonly Takes[]
  options?: readonly Options[]
  /** Options that may not be left out. */
  needs?: readonly Needs[]
}
type GivenTo<Takes extends Word, Options extends OptionName, Needs extends Options> = Given<Takes, Options> &
  Required<Given<never, Needs>>

export type Command = Required<Spec<Word, OptionName, OptionName>> & {
  summary: string
  run: (given: Input, context: CommandContext) => Promise<Outcome>
}

/** A command that is more than one call, or one of several. */
export const command = <
  const Takes extends Word = never,
  const Options extends OptionName = never,
  const Needs extends Options = never,
>(
  spec: Spec<Takes, Options, Needs> & {
    summary: string
    run: (given: GivenTo<Takes, Options, Needs>, context: CommandContext) => Promise<Outcome>
  },
): Command => ({ takes: [], options: [], needs: [], ...spec, run: spec.run as Command['run'] })

type Text<Name extends CallName> = (response: ResponseOf<Calls[Name]>) => string

/** Sends one call of the table; `text` makes the response readable. */
export async function send<Name extends CallName>(
  { registry, terminal, json: isForPrograms }: Pick<CommandContext, 'terminal' | 'json'> & { registry: RegistryClient },
  call: Name,
  input: InputOf<Calls[Name]>,
  text: Text<Name>,
): Promise<{ text: string; json: ResponseOf<Calls[Name]> }> {
  const ask = registry[call] as (input: InputOf<Calls[Name]>) => Promise<ResponseOf<Calls[Name]>>
  const json = await (isForPrograms ? ask(input) : sayingThatItTakes(ask(input), calls[call].summary, terminal))
  return { text: text(json), json }
}

/** Where nobody watches, a log shows every now and then that something goes on. */
const SAID_EVERY_MS = { watched: 1_000, logged: 10_000 }

/** A trial of the gate takes a minute: until then, whoever waits reads what for, and since when. */
async function sayingThatItTakes<Value>(work: Promise<Value>, what: string, { stderr }: Terminal): Promise<Value> {
  const startedAt = Date.now()
  let isSaid = false
  const say = () => {
    isSaid = true
    const line = `Waiting for the registry (${Math.round((Date.now() - startedAt) / 1000)} s): ${what}`
    stderr.write(stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
  }
  const timer = setInterval(say, stderr.isTTY ? SAID_EVERY_MS.watched : SAID_EVERY_MS.logged)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (isSaid && stderr.isTTY) stderr.write('\r\x1b[K')
  }
}

/** Asks whoever sits at the terminal; a script, and a program that reads JSON, agree by calling. */
export async function agrees(
  { terminal: { stdin, stderr }, json }: Pick<CommandContext, 'terminal' | 'json'>,
  question: string,
): Promise<boolean> {
  if (json || !stdin?.isTTY || !stderr.isTTY) return true
  stderr.write(`${question} (y/N) `)
  for await (const answer of createInterface({ input: stdin })) return /^y(es)?$/i.test(answer.trim())
  return false
}

export const inEnvironment = <Each extends { environment?: string }>(given: Each) => ({
  ...given,
  environment: given.environment ?? 'production',
})

/** `input` may be left out if the arguments and options are sent unchanged. */
type Sent<G, Name extends CallName> =
  G & { environment: string } extends InputOf<Calls[Name]>
    ? { input?: (given: G) => InputOf<Calls[Name]> }
    : { input: (given: G) => InputOf<Calls[Name]> }

/** A command that is one call; without a summary it uses that of the call. */
export const callCommand = <
  Name extends CallName,
  const Takes extends Word = never,
  const Options extends OptionName = never,
  const Needs extends Options = never,
>(
  call: Name,
  {
    text,
    input,
    ...spec
  }: Spec<Takes, Options, Needs> & { text: Text<Name>; summary?: string } & Sent<GivenTo<Takes, Options, Needs>, Name>,
): Command =>
  command<Takes, Options, Needs>({
    summary: calls[call].summary.replace(/^./, (first) => first.toLowerCase()),
    ...spec,
    run: async (given, context) => {
      const { registry } = await context.connect()
      const typed = calls[call].path.includes('{environment}') ? inEnvironment<Input>(given) : given
      const sent = input ? input(typed as GivenTo<Takes, Options, Needs>) : (typed as InputOf<Calls[Name]>)
      return send({ ...context, registry }, call, sent, text)
    },
  })

/**
 * The same command, which waits until the edges serve the change, and reports which do not; with `option`, only if that
 * option is given, since only then it changes pages.
 */
export const followed = (own: Command, option?: OptionName): Command => ({
  ...own,
  options: [...own.options, 'no-wait'],
  async run({ 'no-wait': leaves, ...given }, context) {
    const done = await own.run(given, context)
    if (leaves || (option && !given[option])) return done
    const { environment } = inEnvironment<{ environment?: string }>(given)
    const { stderr } = context.terminal
    const isShown = stderr.isTTY && !context.json
    try {
      const { registry } = await context.connect(given.registry as string | undefined)
      const seen = await untilFollowed(
        () => registry.showEnvironment({ environment }),
        (now) => isShown && stderr.write(`\r\x1b[KWaiting for the edges: ${followedWords(now)}`),
      )
      if (isShown) stderr.write('\r\x1b[K')
      const text = [done.text, followedWords(seen), ...lackingWords(seen)].join(' ')
      return { text, json: { ...(done.json as object), edges: seen.edges } }
    } catch (error) {
      // The change is made anyway.
      return { ...done, text: `${done.text} Whether the edges follow is not known: ${(error as Error).message}` }
    }
  },
})
