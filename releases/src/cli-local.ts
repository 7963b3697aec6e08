import type { Command } from './cli-command'
import { completionScript } from './cli-completion'
import { helpText } from './cli-help'

/** What a command has to say, for people and for programs. */
export type Outcome = { text: string; json: unknown }

/** Of a command that needs no registry; undefined for every other one. */
export function answerLocally({ command, help: isHelp }: Command): Outcome | undefined {
  if (isHelp) {
    const help = helpText(command)
    return { text: help.trimEnd(), json: { help } }
  }
  if (command !== 'completion') return undefined
  const script = completionScript()
  return { text: script.trimEnd(), json: { script } }
}
