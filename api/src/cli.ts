import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { readEnvironment } from '@marram/service/environment'
import { FolderInUse } from '@marram/service/folder-lock'
import { startFailure } from '@marram/service/run-service'
import { applyContent } from './content/apply'
import { exportContent } from './content/export'
import { ContentMistake } from './content/mistakes'
import { apiEnvironment } from './environment'
import { foldersIn } from './folders'
import { openApiDatabase } from './open-api-database'
import { readOperatorFile } from './operator-file'

const usage = `Usage:
  api content apply FOLDER    add the content of FOLDER, or replace it by slug
  api content export FOLDER   write all content to FOLDER

Works while the site runs. MARRAM_DATA and DATABASE_URL as for the site.`

/** How long a starting API may take until it can be asked. */
const PATIENCE = 20_000

class Failure extends Error {}

type Action = 'apply' | 'export'

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

const [noun, action, folder] = process.argv.slice(2)
if (noun !== 'content' || (action !== 'apply' && action !== 'export') || !folder) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
try {
  // npm runs scripts in the package's folder; INIT_CWD is where the person stands.
  const text = await run(action, resolve(process.env.INIT_CWD ?? '.', folder))
  process.stdout.write(`${text}\n`)
} catch (error) {
  const expected = error instanceof Failure || error instanceof ContentMistake
  process.stderr.write(`${expected ? error.message : startFailure(error)}\n`)
  process.exit(1)
}
