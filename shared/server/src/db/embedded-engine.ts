import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { lockFolder } from '@marram/files/folder-lock'
import { makeFolder } from '@marram/files/make-folder'
import { DatabaseStopped, isFatal } from './database-faults'
import { DurableFiles, durableParameters } from './durable-files'
import { interceptMethods } from './transaction-guard'

/** PostgreSQL in this process, its files in `folder`, locked against every other process. */
export async function openEmbedded(folder: string, onStopped: (error: DatabaseStopped) => void) {
  makeFolder(folder)
  const lock = lockFolder(folder)
  try {
    const data = join(folder, 'pg')
    if (!existsSync(data)) await create(folder, data)
    const { client, files } = await start(data)
    stopAfterFailure(client, onStopped)
    return {
      client,
      syncs: () => files.syncs,
      async close() {
        // After a failure there is nothing to shut down in order: the log is replayed at the next start.
        await client.close().catch(() => {})
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw isFull(folder) ? new DiskFull(folder, { cause: error }) : error
  }
}

/** Starting needs room as well: PostgreSQL replays its log and begins a new segment of 16 MB. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  constructor(folder: string, options: ErrorOptions) {
    super(`the disk of ${folder} is full; the database needs 32 MB to start`, options)
  }
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < 32 * 2 ** 20
}

async function start(data: string, loadDataDir?: Blob) {
  const files = new DurableFiles(data)
  const client = await PGlite.create({
    dataDir: data,
    fs: files,
    startParams: durableParameters,
    ...(loadDataDir && { loadDataDir }),
    extensions: { pg_trgm, unaccent, citext },
  })
  return { client, files }
}

/**
 * A new database is made aside and renamed, so that a process killed meanwhile leaves no half of one. It is unpacked:
 * to make it here, as `initdb` does, takes three times as long.
 */
async function create(folder: string, data: string) {
  const aside = join(folder, 'pg.new')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  const { client } = await start(aside, await emptyDatabase())
  await client.close()
  // What is unpacked is not written through, and one file at a time would take long.
  const entries = readdirSync(aside, { recursive: true, encoding: 'utf8' })
  await Promise.all(['.', ...entries].map((entry) => sync(join(aside, entry))))
  renameSync(aside, data)
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  // Windows has no handles of folders.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * An SQL error leaves the database whole. Anything else (a panic because the disk is full while its log
 * is written, an aborted WebAssembly stack) does not: from then on every call fails until a new start.
 */
function stopAfterFailure(client: PGlite, onStopped: (error: DatabaseStopped) => void) {
  let stopped: DatabaseStopped | undefined
  interceptMethods(client, ['query', 'exec', 'sql', 'transaction', 'runExclusive'], async (call) => {
    if (stopped) throw stopped
    try {
      return await call()
    } catch (cause) {
      if (!stopped && isFatal(cause)) {
        stopped = new DatabaseStopped(`The embedded database stopped: ${(cause as Error).message}`, { cause })
        onStopped(stopped)
      }
      throw cause
    }
  })
}
