import { resolve } from 'node:path'
import { tellFailure } from '@marram/build/failure'
import { callRegistry, type RegistryAccess } from '@marram/build/registry-client'
import { progressLine, publishedText } from '@marram/build/words'
import { type cleanedUp, MOST_AT_ONCE, type Unused } from '@marram/release-contract/calls/clean-up'
import type * as z from 'zod/mini'
import { unusedText } from './clean-up/unused-text'
import { type Command, parseCommand } from './cli-command'
import { type CommandSpec, commands } from './cli-commands'
import { changedText } from './cli-live-texts'
import { answerLocally, type Outcome } from './cli-local'
import { readDeskAccess } from './cli-settings'
import { promote } from './live-calls'

/** What a command reads and writes: `process`, or a stand-in of a test's own. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdout: Pick<NodeJS.WriteStream, 'write'>
  stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
}

async function publish(access: RegistryAccess, command: Command, { stderr }: Terminal): Promise<Outcome> {
  // Half of the program, which no other command waits for.
  const [{ publishPart }, { waitForFolder }] = await Promise.all([
    import('@marram/build/publish-part'),
    import('@marram/files/folder-lock'),
  ])
  const published = await publishPart({
    ...access,
    folder: resolve(command.folder as string),
    version: command.version,
    isBuilt: command['no-build'] === true,
    lock: waitForFolder,
    ...(!command.json && {
      tell: (words) => void stderr.write(`${words}\n`),
      onProgress: progressLine(stderr),
    }),
  })
  if (!command.promote) return { text: publishedText(published), json: published }
  if (!command.json) stderr.write(`${publishedText(published)}\n`)
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

/** Deletes what was just listed, and nothing that has come to it since. */
async function cleanUp(access: RegistryAccess, { reason }: Command, shown: Unused): Promise<Outcome> {
  const { days, uploadSeconds } = shown
  const names = (all: { part: string; version: string }[]) =>
    all.slice(0, MOST_AT_ONCE).map(({ part, version }) => ({ part, version }))
  const [releases, uploads] = [names(shown.releases), names(shown.uploads)]
  const call = { method: 'POST' as const, path: '/releases/clean-up' }
  const json = { days, releases, uploadSeconds, uploads, reason }
  const done = await callRegistry<z.infer<typeof cleanedUp>>(access, { ...call, json })
  const text = `${unusedText(shown)}\nDeleted: ${done.deleted} releases and ${done.deletedUploads} uploads.`
  return { text, json: { ...shown, ...done } }
}

async function run(command: Command, terminal: Terminal): Promise<Outcome> {
  const local = answerLocally(command)
  if (local) return local
  const access = await readDeskAccess(terminal.env, command.registry as string | undefined)
  const { call, text } = commands[command.command] as CommandSpec
  if (!call || !text) return publish(access, command, terminal)
  const json = await callRegistry(access, call(command))
  return command.delete ? cleanUp(access, command, json as Unused) : { text: text(json), json }
}

/** Does what `npm run release -- …` was asked for, and answers its exit code: 0, 1 for a failure, 2 for a conflict. */
export async function commandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    const command = parseCommand(args)
    const { text, json } = await run(command, terminal)
    terminal.stdout.write(`${command.json ? JSON.stringify(json) : text}\n`)
    return 0
  } catch (error) {
    const { stdout, stderr } = terminal
    return tellFailure(error, { json: args.includes('--json'), help: 'npm run release -- --help', stdout, stderr })
  }
}
