import { resolve } from 'node:path'
import { FolderProblem } from './built-folder'
import { type Command, parseCommand } from './cli-command'
import { type CommandSpec, commands } from './cli-commands'
import { completionScript } from './cli-completion'
import { helpText } from './cli-help'
import { changedText } from './cli-live-texts'
import { UsageError } from './cli-options'
import { progressLine, publishedText } from './cli-output'
import { unusedText } from './cli-record-texts'
import { readAccess, SettingsProblem } from './cli-settings'
import { promote, publishFolder } from './publish'
import { callRegistry, type RegistryAccess, RegistryError } from './registry-client'

/** What a command has to say, for people and for programs. */
type Outcome = { text: string; json: unknown }

async function publish(access: RegistryAccess, command: Command): Promise<Outcome> {
  const onProgress = command.json ? undefined : progressLine(process.stderr)
  const published = await publishFolder({ ...access, folder: resolve(command.folder as string), onProgress })
  if (!command.promote) return { text: publishedText(published), json: published }
  if (!command.json) process.stderr.write(`${publishedText(published)}\n`)
  const { part, version } = published
  const promoted = await promote({
    ...access,
    environment: command.environment ?? 'production',
    part,
    version,
    reason: command.reason,
    override: command.override,
  })
  return { text: changedText(promoted), json: { ...published, promoted } }
}

type Unused = Parameters<typeof unusedText>[0]

/** Deletes what was just listed, and nothing that has come to it since. */
async function cleanUp(access: RegistryAccess, { reason }: Command, { days, releases }: Unused): Promise<Outcome> {
  const named = releases.map(({ part, version }) => ({ part, version }))
  const call = { method: 'POST' as const, path: '/releases/clean-up', json: { days, releases: named, reason } }
  const json = await callRegistry<{ deleted: number }>(access, call)
  return { text: `${unusedText({ days, releases })}\nDeleted: ${json.deleted}.`, json: { ...json, days, releases } }
}

async function run(command: Command): Promise<Outcome> {
  if (command.command === 'completion')
    return { text: completionScript().trimEnd(), json: { script: completionScript() } }
  if (command.help) {
    const help = helpText(command.command)
    return { text: help.trimEnd(), json: { help } }
  }
  const access = await readAccess(process.env)
  const { call, text } = commands[command.command] as CommandSpec
  if (!call || !text) return publish(access, command)
  const json = await callRegistry(access, call(command))
  return command.delete ? cleanUp(access, command, json as Unused) : { text: text(json), json }
}

function tell(error: unknown, asJson: boolean): void {
  const { message, stack } = error as Error
  const usage = error instanceof UsageError
  const known = usage || [RegistryError, FolderProblem, SettingsProblem].some((kind) => error instanceof kind)
  const code = error instanceof RegistryError ? error.code : usage ? 'usage' : 'failed'
  const body = error instanceof RegistryError ? error.body : {}
  if (asJson) process.stdout.write(`${JSON.stringify({ ...body, code, message })}\n`)
  else process.stderr.write(`${known ? message : stack}${usage ? ' See npm run release -- --help.' : ''}\n`)
}

const args = process.argv.slice(2)
try {
  const command = parseCommand(args)
  const { text, json } = await run(command)
  process.stdout.write(`${command.json ? JSON.stringify(json) : text}\n`)
} catch (error) {
  tell(error, args.includes('--json'))
  process.exitCode = error instanceof RegistryError && error.code === 'conflict' ? 2 : 1
}
