import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { readEnvironment } from '@marram/service/environment'
import { FolderInUse } from '@marram/service/folder-lock'
import { startFailure } from '@marram/service/run-service'
import { type Action, help, parseCommand, UsageError } from './cli-command'
import { applyContent } from './content/apply'
import { exportContent } from './content/export'
import { ContentMistake } from './content/mistakes'
import { apiEnvironment } from './environment'
import { foldersIn } from './folders'
import { openApiDatabase } from './open-api-database'
import { readOperatorFile } from './operator-file'

/** How long a starting API may take until it can be asked. */
const PATIENCE = 20_000

class Failure extends Error {}

async function run(action: Action, folder: string): Promise<string> {
  const settings = readEnvironment(apiEnvironment)
  const folders = foldersIn(settings.MARRAM_DATA)
  mkdirSync(folders.service, { recursive: true })
  try {
    const { db, close } = await openApiDatabase({ url: settings.DATABASE_URL, folder: folders.database })
    try {
      const work = action === 'apply' ? applyContent : exportContent
      return describe(action, folder, await work(db, folder, folders.media))
    } finally {
      await close()
    }
  } catch (error) {
    // The embedded database belongs to the running API: ask it.
    if (error instanceof FolderInUse)
      return describe(action, folder, await askRunningApi(action, folder, folders.operatorFile, error))
    throw error
  }
}

async function askRunningApi(
  action: Action,
  folder: string,
  operatorFile: string,
  inUse: FolderInUse,
): Promise<unknown> {
  const until = Date.now() + PATIENCE
  for (;;) {
    // Read anew each time: the file of an earlier run is there until the starting API replaces it.
    const running = readOperatorFile(operatorFile)
    const answer = running && (await ask(running.url, running.token, action, folder))
    if (answer) return answer
    if (Date.now() > until) throw new Failure(`${inUse.message}, and no API answers`)
    await new Promise((done) => setTimeout(done, 300))
  }
}

/** Undefined where nothing answers, or something that does not know the token. */
async function ask(url: string, token: string, action: Action, folder: string): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(new URL(`/operator/content/${action}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ folder }),
    })
  } catch {
    return undefined
  }
  const body = (await response.json().catch(() => ({}))) as { data?: unknown; message?: string }
  if (response.ok) return body.data
  if (response.status === 401 || response.status === 404) return undefined
  throw new Failure(body.message ?? `The API answered with ${response.status}`)
}

function describe(action: Action, folder: string, result: unknown): string {
  const { items = 0, changed = 0, revision } = result as { items?: number; changed?: number; revision?: number }
  if (action === 'export') return `${items} items written to ${folder}`
  return changed === 0
    ? `${items} items, nothing changed`
    : `${items} items, ${changed} changed, content revision ${revision}`
}

try {
  const command = parseCommand(process.argv.slice(2))
  // npm runs scripts in the package's folder; INIT_CWD is where the person stands.
  const text =
    command === 'help'
      ? help.trimEnd()
      : await run(command.action, resolve(process.env.INIT_CWD ?? '.', command.folder))
  process.stdout.write(`${text}\n`)
} catch (error) {
  const expected = [Failure, ContentMistake, UsageError].some((kind) => error instanceof kind)
  process.stderr.write(`${expected ? (error as Error).message : startFailure(error)}\n`)
  process.exit(1)
}
