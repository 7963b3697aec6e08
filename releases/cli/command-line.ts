import { join, resolve } from 'node:path'
import { readAccess } from '@marram/build/access'
import { reportFailure } from '@marram/build/failure'
import { registryClient } from '@marram/release-contract/registry-client'
import { readToken } from '../src/access/token-file'
import type { CommandContext, Outcome, Terminal } from './command'
import { commands } from './commands'
import { completions, parseCommand } from './parse'

const root = join(import.meta.dirname, '../..')

/** By variables, or on the machine that runs the site by the file of the administrator's token. */
async function connect({ env }: Terminal, address?: string) {
  // As the services do it: a relative folder is the project's.
  const where = join(resolve(root, env.MARRAM_DATA || 'data'), 'releases', 'token')
  const access = readAccess(env, { registry: address, stored: { token: await readToken(where), where } })
  return { access, registry: registryClient(access) }
}

/** Runs one command line. The result of a help text is the text. */
export async function runCommand(args: string[], { connect, terminal }: Omit<CommandContext, 'json'>) {
  const parsed = await parseCommand(args)
  if (typeof parsed === 'string') return { text: parsed, json: { help: parsed } }
  const { command, given, json } = parsed
  return commands[command]?.run(given, { connect, terminal, json }) as Promise<Outcome>
}

/** Does what `npm run release -- …` was asked for. Its exit code: 0, 1 for a failure, 2 for a conflict. */
export async function commandLine(args: string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal
  const json = args.includes('--json')
  try {
    // Tab asks for it, in the script of the command `completion`.
    if (args[0] === '--complete') {
      stdout.write(`${(await completions(args.slice(1))).join('\n')}\n`)
      return 0
    }
    const outcome = await runCommand(args, { connect: (address) => connect(terminal, address), terminal })
    stdout.write(`${json ? JSON.stringify(outcome.json) : outcome.text}\n`)
    return 0
  } catch (error) {
    return reportFailure(error, { json, help: 'npm run release -- --help', stdout, stderr })
  }
}
