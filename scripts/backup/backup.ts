import fs from 'node:fs'
import path from 'node:path'
import { FolderInUse, lockFolder } from '@marram/files/folder-lock'
import { closeData } from '@marram/server/closed-data'
import { askForCopy } from '@marram/server/database-copies'
import { UsageError } from '../workspace'

/** What a site needs to be as it was; logs and development data stay behind. */
const KEPT = ['api', 'releases', 'edge', 'keys', 'start.json']
/** Embedded databases, each with the files that hold its lock. */
const DATABASES = ['api/database', 'releases']
/** Databases are copied by themselves; the rest is of a running process, or an edge fetches it again. */
const LEFT_OUT = /^((api\/database|releases)\/(pg(\..*)?|lock|pid|copy-.*)|edge\/(releases|lock|pid)|api\/token)$/
const ABOUT = 'backup.json'

const dataFolder = () => path.resolve(process.env.MARRAM_DATA || 'data')

/** Copies everything that a site has stored into a new folder, while the site runs or not. */
export async function backup(args: string[]): Promise<void> {
  const folder = theFolder(args, 'backup')
  const data = dataFolder()
  refuseServer()
  const here = DATABASES.filter((name) => fs.existsSync(path.join(data, name, 'pg')))
  if (here.length === 0) throw new UsageError(`There is no site's data in ${data}. MARRAM_DATA names its folder.`)
  if (fs.existsSync(folder)) throw new UsageError(`${folder} is there already: give the name of a new folder.`)
  process.umask(0o077)
  const part = `${folder}.part`
  fs.rmSync(part, { recursive: true, force: true })
  const at = new Date()
  // Files come after the rows that name them.
  for (const name of here) await copyDatabase(path.join(data, name), path.join(part, name))
  for (const name of KEPT) copyFiles(data, name, part)
  closeData(part)
  fs.writeFileSync(path.join(part, ABOUT), `${JSON.stringify({ at: at.toISOString() })}\n`)
  fs.renameSync(part, folder)
  const buckets = ['API_UPLOADS', 'API_MEDIA', 'RELEASES_FILES'].filter((name) => process.env[name])
  const elsewhere = buckets.length > 0 ? ` Not in it: the buckets of ${buckets.join(', ')}.` : ''
  process.stdout.write(
    `${folder} has what ${data} had at ${at.toISOString()}.${elsewhere} It holds secrets and what visitors sent.\n`,
  )
}

/** Makes the data folder, which must not have anything yet, what it was when the backup was made. */
export async function restore(args: string[]): Promise<void> {
  const folder = theFolder(args, 'restore')
  const data = dataFolder()
  refuseServer()
  const about = path.join(folder, ABOUT)
  if (!fs.existsSync(about)) throw new UsageError(`${folder} is no backup: it has no ${ABOUT}.`)
  if (fs.existsSync(data) && fs.readdirSync(data).length > 0)
    throw new UsageError(`${data} is not empty. Stop its site and move it away first: mv ${data} ${data}-before`)
  process.umask(0o077)
  const part = `${data}.part`
  fs.rmSync(part, { recursive: true, force: true })
  fs.cpSync(folder, part, { recursive: true })
  fs.rmSync(path.join(part, ABOUT))
  closeData(part)
  fs.rmSync(data, { recursive: true, force: true })
  fs.renameSync(part, data)
  const { at } = JSON.parse(fs.readFileSync(about, 'utf8')) as { at: string }
  process.stdout.write(
    `${data} is what it was at ${at}. Before you start the site: whom you have erased since then is in it again.\n`,
  )
}

function theFolder(args: string[], command: string): string {
  const [folder, more] = args
  if (folder === undefined || more !== undefined || folder.startsWith('-'))
    throw new UsageError(`Usage: npm run ${command} -- FOLDER`)
  return path.resolve(process.env.INIT_CWD || '', folder)
}

function refuseServer(): void {
  if (process.env.DATABASE_URL)
    throw new UsageError(
      'The data of this site is on a PostgreSQL server: docs/operating.md says how that is backed up.',
    )
}

async function copyDatabase(from: string, to: string): Promise<void> {
  fs.mkdirSync(to, { recursive: true })
  const copyOf = (name: string) => fs.cpSync(name, path.join(to, 'pg'), { recursive: true })
  try {
    const lock = lockFolder(from)
    copyOf(path.join(from, 'pg'))
    lock.release()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const copy = await askForCopy(from)
    copyOf(copy)
    fs.rmSync(copy, { recursive: true })
  }
}

/** A running site replaces and removes files meanwhile; what is gone was not to be kept. */
function copyFiles(data: string, name: string, to: string): void {
  if (LEFT_OUT.test(name)) return
  try {
    if (fs.statSync(path.join(data, name)).isDirectory()) {
      fs.mkdirSync(path.join(to, name), { recursive: true })
      for (const each of fs.readdirSync(path.join(data, name))) copyFiles(data, `${name}/${each}`, to)
    } else fs.copyFileSync(path.join(data, name), path.join(to, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
