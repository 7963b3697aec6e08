import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderInUse } from '@marram/files/folder-lock'
import { makeFolder } from '@marram/files/make-folder'
import { closeData } from '@marram/server/closed-data'
import { readEnvironment } from '@marram/server/environment'
import { startFailure } from '@marram/server/run-service'
import { mailKey, tokenSecret } from './accounts/tokens'
import { openApiDatabase } from './database/open-database'
import { foldersIn } from './folders'
import { outboxOf } from './mail/outbox'
import { help, parseCommand, SURE, type Task } from './operator/cli-command'
import type { Waiting } from './operator/decide'
import { operate } from './operator/operate'
import { readOperatorFile } from './operator/operator-file'
import { OperatorMistake } from './operator-mistake'
import { apiEnvironment } from './settings'
import { openUploadFiles, uploadsAt } from './uploads/upload-files'

/** How long a starting API may take until it can be asked, in milliseconds. */
const PATIENCE = 20_000

async function run(task: Task): Promise<unknown> {
  const settings = readEnvironment(apiEnvironment)
  const folders = foldersIn(settings.MARRAM_DATA)
  closeData(settings.MARRAM_DATA, ['api'])
  makeFolder(folders.service)
  try {
    const { db, close } = await openApiDatabase({ url: settings.DATABASE_URL, folder: folders.database })
    const uploads = uploadsAt(settings.API_UPLOADS, folders)
    const uploadFiles = await openUploadFiles(settings.API_UPLOADS, folders.uploads)
    const outbox = outboxOf(settings, mailKey(tokenSecret(settings.API_TOKEN_SECRET, folders.service)))
    return await operate(task, { db, mediaFolder: folders.media, uploads, uploadFiles, outbox }).finally(close)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    // The embedded database belongs to the running API: ask it.
    const until = Date.now() + PATIENCE
    for (;;) {
      // Read anew each time: the file of an earlier run is there until the starting API replaces it.
      const running = readOperatorFile(folders.operatorFile)
      const result = running && (await ask(running.url, running.token, task))
      if (result) return result
      if (Date.now() > until) throw new OperatorMistake(`${error.message}, and no API answers`)
      await wait(300)
    }
  }
}

/** Undefined where nothing listens, or something that does not know the token. */
async function ask(url: string, token: string, { action, ...rest }: Task): Promise<unknown> {
  const response = await fetch(new URL(`/operator/${action}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rest),
  }).catch(() => undefined)
  if (!response || response.status === 401 || response.status === 404) return undefined
  const body = (await response.json().catch(() => ({}))) as { data?: unknown; message?: string }
  if (response.ok) return body.data
  throw new OperatorMistake(body.message ?? `The API answered with ${response.status}`)
}

/** Shows what `task` would erase, and waits for whoever started this to type the same number or address again. */
async function confirm(task: Task & { person: string }): Promise<void> {
  const find: Task = { ...task, action: 'person/find' }
  process.stdout.write(`${describe(find, await run(find))}\n`)
  if (!process.stdin.isTTY) throw new OperatorMistake(`Nothing was erased. To erase this, add ${SURE}.`)
  const input = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await input.question(
    'This cannot be undone. To erase it, type the phone number or e-mail address again: ',
  )
  input.close()
  if (typed.trim() !== task.person.trim()) throw new OperatorMistake('That is another one. Nothing was erased.')
}

const personal = { 'person/find': 'Stored', 'person/export': 'Written', 'person/erase': 'Erased' }

function describe(task: Task, result: unknown): string {
  if ('person' in task) {
    const found = Object.entries(result as Record<string, number>).filter(([, count]) => count > 0)
    if (found.length === 0) return 'Nothing is stored under this phone number or e-mail address.'
    return `${personal[task.action]}: ${found.map(([what, count]) => `${what} ${count}`).join(', ')}`
  }
  if (task.action === 'submissions/list' || task.action === 'comments/list') {
    const { waiting } = result as { waiting: Waiting[] }
    return waiting.length === 0 ? 'Nothing waits for a decision.' : waiting.map(shown).join('\n\n')
  }
  if ('reference' in task) return `Done: ${task.action.replace('/', ' ')} ${task.reference}`
  if (task.action === 'newsletter/send') return `${(result as { queued: number }).queued} e-mails are on their way`
  const { items = 0, changed = 0, rows = 0, revision } = result as Record<string, number>
  if (task.action === 'submissions/export') return `${rows} submissions of ${task.form} written to ${task.file}`
  if (task.action === 'content/export') return `${items} items written to ${task.folder}`
  return changed === 0
    ? `${items} items, nothing changed`
    : `${items} items, ${changed} changed, content revision ${revision}`
}

// What visitors wrote must not steer the terminal that shows it.
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
const shown = ({ reference, at, from, texts }: Waiting) =>
  [`${reference}  ${at}  ${plain(from)}`, ...texts.map(([label, value]) => `  ${plain(`${label}: ${value}`)}`)].join(
    '\n',
  )

// npm runs scripts in the package's folder; INIT_CWD is where the person stands.
const whole = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
const withWholePath = (task: Task): Task =>
  'folder' in task
    ? { ...task, folder: whole(task.folder) }
    : 'file' in task
      ? { ...task, file: whole(task.file) }
      : task

try {
  const command = parseCommand(process.argv.slice(2))
  const task = command !== 'help' && withWholePath(command)
  if (task && task.action === 'person/erase' && !process.argv.includes(SURE)) await confirm(task)
  process.stdout.write(task ? `${describe(task, await run(task))}\n` : help)
} catch (error) {
  process.stderr.write(`${error instanceof OperatorMistake ? error.message : startFailure(error)}\n`)
  process.exit(1)
}
