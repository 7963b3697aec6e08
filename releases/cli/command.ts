import type { InputOf, ResponseOf } from '@marram/release-contract/call'
import { type CallName, type Calls, calls } from '@marram/release-contract/calls'
import type { RegistryAccess, RegistryClient } from '@marram/release-contract/registry-client'
import type { Given, OptionName, Word } from './options'

/** What a command reads and writes: `process`, or a stand-in of a test. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdout: Pick<NodeJS.WriteStream, 'write'>
  stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
}

export type CommandContext = {
  /** By the variables of the terminal, or at this address. Throws where there is no token. */
  connect: (address?: string) => Promise<{ access: RegistryAccess; registry: RegistryClient }>
  terminal: Terminal
  /** Whether the result is for programs: then nothing else is written. */
  json: boolean
}

/** The result of a command, for people and for programs. */
export type Outcome = { text: string; json: unknown }

/** Arguments and options as they were typed, by name. */
export type Input = Record<string, unknown>

type Spec<Takes extends Word, Options extends OptionName, Needs extends Options> = {
  takes?: readonly Takes[]
  options?: readonly Options[]
  /** Options that may not be left out. */
  needs?: readonly Needs[]
  summary: string
}

export type Command = Required<Spec<Word, OptionName, OptionName>> & {
  run: (given: Input, context: CommandContext) => Promise<Outcome>
}

type GivenTo<Takes extends Word, Options extends OptionName, Needs extends Options> = Given<Takes, Options> &
  Required<Given<never, Needs>>

/** A command that is more than one call, or one of several. */
export const command = <
  const Takes extends Word = never,
  const Options extends OptionName = never,
  const Needs extends Options = never,
>({
  takes = [],
  options = [],
  needs = [],
  summary,
  run,
}: Spec<Takes, Options, Needs> & {
  run: (given: GivenTo<Takes, Options, Needs>, context: CommandContext) => Promise<Outcome>
}): Command => ({ takes, options, needs, summary, run: run as Command['run'] })

/** A call, what is sent with it, and the response in words. */
type Request<Name extends CallName> = {
  call: Name
  input: InputOf<Calls[Name]>
  text: (response: ResponseOf<Calls[Name]>) => string
}

/** Sends one call of the table. */
export async function send<Name extends CallName>(
  registry: RegistryClient,
  { call, input, text }: Request<Name>,
): Promise<{ text: string; json: ResponseOf<Calls[Name]> }> {
  const ask = registry[call] as (input: InputOf<Calls[Name]>) => Promise<ResponseOf<Calls[Name]>>
  const json = await ask(input)
  return { text: text(json), json }
}

/** Where no environment is named. */
export const inEnvironment = <Each extends { environment?: string }>(given: Each) => ({
  ...given,
  environment: given.environment ?? 'production',
})

type Sent<G, Name extends CallName> =
  G & { environment: string } extends InputOf<Calls[Name]>
    ? { input?: (given: G) => InputOf<Calls[Name]> }
    : { input: (given: G) => InputOf<Calls[Name]> }

/** A command that is one call: without `input` what was typed is what is sent. */
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
  }: Spec<Takes, Options, Needs> & { text: Request<Name>['text'] } & Sent<GivenTo<Takes, Options, Needs>, Name>,
): Command =>
  command<Takes, Options, Needs>({
    ...spec,
    run: async (given, { connect }) => {
      const { registry } = await connect()
      const typed = calls[call].path.includes('{environment}') ? inEnvironment<Input>(given) : given
      const sent = input ? input(typed as GivenTo<Takes, Options, Needs>) : (typed as InputOf<Calls[Name]>)
      return send(registry, { call, input: sent, text })
    },
  })
