import { PassThrough } from 'node:stream'
import { commandLine } from '../../cli/command-line'
import type { CliResult } from './process'

/**
 * What `npm run release` does, in this process: starting a program takes longer than most commands. With `typed` somebody
 * sits at the terminal and types that.
 */
export async function command(args: string[], variables: Record<string, string>, typed?: string): Promise<CliResult> {
  const written = { stdout: '', stderr: '' }
  const isTTY = typed !== undefined
  const streamOf = (name: keyof typeof written) => ({
    isTTY,
    write(text: string | Uint8Array) {
      written[name] += text
      return true
    },
  })
  const stdin = Object.assign(new PassThrough(), { isTTY })
  stdin.end(typed)
  const terminal = { env: variables, stdout: streamOf('stdout'), stderr: streamOf('stderr'), stdin }
  const code = await commandLine(args, terminal)
  return { code, ...written }
}
