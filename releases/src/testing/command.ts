import { commandLine } from '../../cli/command-line'
import type { CliResult } from './process'

/** What `npm run release` does, in this process: starting a program takes longer than most commands. */
export async function command(args: string[], variables: Record<string, string>): Promise<CliResult> {
  const written = { stdout: '', stderr: '' }
  const streamOf = (name: keyof typeof written) => ({
    isTTY: false as const,
    write(text: string | Uint8Array) {
      written[name] += text
      return true
    },
  })
  const code = await commandLine(args, { env: variables, stdout: streamOf('stdout'), stderr: streamOf('stderr') })
  return { code, ...written }
}
