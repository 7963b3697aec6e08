import { resolve } from 'node:path'
import { FolderProblem } from './built-folder'
import { type Command, help, parseCommand, UsageError } from './cli-command'
import { changedText, progressLine, publishedText, table } from './cli-output'
import { readAccess, SettingsProblem } from './cli-settings'
import type { listParts, listVersions } from './listings'
import { promote, publishFolder, rollBack } from './publish'
import { callRegistry, type RegistryAccess, RegistryError } from './registry-client'

/** What a command has to say, for people and for programs. */
type Outcome = { text: string; json: unknown }

async function publish(access: RegistryAccess, command: Command & { command: 'publish' }): Promise<Outcome> {
  const onProgress = command.json ? undefined : progressLine(process.stderr)
  const published = await publishFolder({ ...access, folder: resolve(command.folder), onProgress })
  if (!command.promote) return { text: publishedText(published), json: published }
  if (!command.json) process.stderr.write(`${publishedText(published)}\n`)
  const { part, version } = published
  const promoted = await promote({ ...access, environment: command.env, part, version, reason: command.reason })
  return { text: changedText(promoted), json: { ...published, promoted } }
}

async function list(access: RegistryAccess, part: string | undefined): Promise<Outcome> {
  if (part === undefined) {
    const path = '/releases/parts'
    const answer = await callRegistry<{ parts: Awaited<ReturnType<typeof listParts>> }>(access, { method: 'GET', path })
    const live = (versions: Record<string, string>) =>
      Object.entries(versions).map(([env, version]) => `${env} ${version}`)
    const rows = answer.parts.map((one) => [
      one.part,
      one.latest,
      String(one.versions),
      live(one.live).join(', ') || '-',
    ])
    const text =
      rows.length > 0 ? table([['PART', 'LATEST', 'VERSIONS', 'LIVE'], ...rows]) : 'Nothing is published yet.'
    return { text, json: answer }
  }
  const path = `/releases/parts/${part}/versions`
  const answer = await callRegistry<{ versions: Awaited<ReturnType<typeof listVersions>> }>(access, {
    method: 'GET',
    path,
  })
  const rows = answer.versions.map((one) => [
    one.version,
    one.host,
    String(one.publishedAt),
    one.live.join(', ') || '-',
  ])
  return { text: table([['VERSION', 'HOST', 'PUBLISHED', 'LIVE'], ...rows]), json: answer }
}

async function run(command: Command): Promise<Outcome> {
  if (command.command === 'help') return { text: help.trimEnd(), json: { help } }
  const access = await readAccess(process.env)
  if (command.command === 'publish') return publish(access, command)
  if (command.command === 'list') return list(access, command.part)
  const { part, env: environment, reason } = command
  const changed =
    command.command === 'promote'
      ? await promote({ ...access, environment, part, version: command.version, reason })
      : await rollBack({ ...access, environment, part, version: command.version, reason })
  return { text: changedText(changed), json: changed }
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
  process.exitCode = 1
}
