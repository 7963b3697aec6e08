import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderInUse } from '@marram/files/folder-lock'
import { makeFolder } from '@marram/files/make-folder'
import { closeData } from '@marram/server/closed-data'
import { readEnvironment } from '@marram/server/environment'
import { startFailure } from '@marram/server/run-service'
import { openFiles } from '@marram/server/stored-files'
import { mailKey, tokenSecret } from './accounts/tokens'
import { openApiDatabase } from './database/open-database'
import { foldersIn } from './folders'
import { outboxOf } from './mail/outbox'
import { help, parseCommand, SURE } from './operator/cli-command'
import { commands, type Given, type Task } from './operator/commands'
import { operate } from './operator/operate'
import { readOperatorFile } from './operator/operator-file'
import { OperatorMistake } from './operator-mistake'
import { apiEnvironment } from './settings'
import { uploadsAt } from './uploads/upload-files'

/** How long a starting API may take until it responds, in milliseconds. */
const PATIENCE = 20_000

const inWords = async (task: Task) => commands[task.action].report(await run(task), task as Given)

async function run(task: Task): Promise<object> {
  const settings = readEnvironment(apiEnvironment)
  const folders = foldersIn(settings.MARRAM_DATA)
  closeData(settings.MARRAM_DATA, ['api'])
  makeFolder(folders.service)
  try {
    const { db, close } = await openApiDatabase({ url: settings.DATABASE_URL, folder: folders.database })
    const uploads = uploadsAt(settings.API_UPLOADS, folders)
    const uploadFiles = await openFiles(settings.API_UPLOADS, folders.uploads)
    const media = await openFiles(settings.API_MEDIA, folders.media)
    const outbox = outboxOf(settings, mailKey(tokenSecret(settings.API_TOKEN_SECRET, folders.service)))
    return await operate(task, { db, media, uploads, uploadFiles, outbox }).finally(close)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    // The embedded database belongs to the running API, so the request goes to it.
    const until = Date.now() + PATIENCE
    for (;;) {
      // Read again each time: the file of an earlier run exists until the starting API replaces it.
      const running = readOperatorFile(folders.operatorFile)
      const result = running && (await ask(running.url, running.token, task))
      if (result) return result
      if (Date.now() > until) throw new OperatorMistake(`${error.message}, and no API responds`)
      await wait(300)
    }
  }
}

/** Undefined if nothing listens, or something that does not know the token. */
async function ask(url: string, token: string, { action, ...rest }: Task): Promise<object | undefined> {
  const response = await fetch(new URL(`/operator/${action}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rest),
  }).catch(() => undefined)
  if (!response || response.status === 401 || response.status === 404) return undefined
  const body = (await response.json().catch(() => ({}))) as { data?: object; message?: string }
  if (response.ok) return body.data
  throw new OperatorMistake(body.message ?? `The API responded with ${response.status}`)
}

/** Shows the data stored about a person, and waits for the operator to type the same number or address again. */
async function confirm(person = ''): Promise<void> {
  process.stdout.write(`${await inWords({ action: 'person/find', person })}\n`)
  if (!process.stdin.isTTY) throw new OperatorMistake(`Nothing was erased. To erase this, add ${SURE}.`)
  const input = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await input.question(
    'This cannot be undone. To erase it, type the phone number or e-mail address again: ',
  )
  input.close()
  if (typed.trim() !== person.trim()) throw new OperatorMistake('That is another one. Nothing was erased.')
}

// npm runs scripts in the package's folder; INIT_CWD is the operator's folder.
const whole = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
const withWholePaths = (task: Task): Task => ({
  ...task,
  ...(task.folder && { folder: whole(task.folder) }),
  ...(task.file && { file: whole(task.file) }),
})

try {
  const command = parseCommand(process.argv.slice(2))
  const task = command !== 'help' && withWholePaths(command)
  if (task && task.action === 'person/erase' && !process.argv.includes(SURE)) await confirm(task.person)
  process.stdout.write(task ? `${await inWords(task)}\n` : help)
} catch (error) {
  process.stderr.write(`${error instanceof OperatorMistake ? error.message : startFailure(error)}\n`)
  process.exit(1)
}
