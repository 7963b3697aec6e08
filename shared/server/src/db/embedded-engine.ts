import { existsSync, fdatasyncSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { lockFolder } from '@marram/files/folder-lock'
import { makeFolder } from '@marram/files/make-folder'
import { answerCopies, forgetCopies, keepCopy } from './database-copies'
import { DatabaseStopped, DiskFull, isFatal } from './database-faults'
import { interceptMethods } from './transaction-guard'

/** PostgreSQL in this process, its files in `folder`, locked against every other process. */
export async function openEmbedded(folder: string, onStopped: (error: DatabaseStopped) => void) {
  makeFolder(folder)
  const lock = lockFolder(folder)
  try {
    const data = join(folder, 'pg')
    if (!existsSync(data)) await create(folder, data)
    forgetCopies(folder)
    const { client, files } = await start(data)
    stopAfterFailure(client, onStopped)
    const copies = answerCopies(folder, () => client.exec('checkpoint'))
    return {
      client,
      syncs: () => files.syncs,
      /** A copy of all data as they are now, in `pg.NAME`; earlier copies are removed. Nothing may be written meanwhile. */
      async keepCopy(name: string) {
        await client.exec('checkpoint')
        forgetCopies(folder, 0)
        keepCopy(folder, `pg.${name}`)
      },
      async close() {
        copies.close()
        // After a failure no orderly shutdown is possible: the log is replayed at the next start.
        await client.close().catch(() => {})
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    const { bavail, bsize } = statfsSync(folder)
    throw bavail * bsize < 32 * 2 ** 20 ? new DiskFull(folder, { cause: error }) : error
  }
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

/** Unpacks a new database, three times as fast as `initdb`, and renames it: a killed process leaves no half of one. */
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
  // Windows cannot open folders.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  await handle.sync().finally(() => handle.close())
}

/** After a panic or an aborted WebAssembly stack, every call fails until a new start. An SQL error does no harm. */
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

const OTHERS = 0o077

type Stream = { nfd?: number }
type Attributes = { mode?: number | undefined }
type SetAttributes = (of: unknown, attributes: Attributes) => void
/** The members of Emscripten's file system that we use; PGlite's types leave it open. */
type NodeFileSystem = {
  convertNodeCode(error: unknown): number
  node_ops: { setattr: SetAttributes; mknod: (parent: unknown, name: string, mode: number, device: number) => unknown }
  stream_ops: { setattr: SetAttributes; fsync?: (stream: Stream) => number }
}

/**
 * Files that are synced and that only their owner can read. PGlite's own fsync does nothing, so a power failure would
 * lose acknowledged data, and its chmod ignores the umask. Tests check both: keep PGlite's version exact.
 */
class DurableFiles extends NodeFS {
  syncs = 0

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const ready = await super.init(pg, options)
    ready.emscriptenOpts.preRun ??= []
    const preRun = ready.emscriptenOpts.preRun as ((module: { FS: unknown; NODEFS: NodeFileSystem }) => void)[]
    preRun.push(({ FS, NODEFS }) => {
      closeToOthers(NODEFS)
      const { ErrnoError } = FS as { ErrnoError: new (errno: number) => Error }
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) return 0
        try {
          fdatasyncSync(stream.nfd)
        } catch (error) {
          // As an errno, so that PostgreSQL handles the failure; any other error would corrupt its stack.
          throw new ErrnoError(NODEFS.convertNodeCode(error))
        }
        this.syncs++
        return 0
      }
    })
    return ready
  }
}

function closeToOthers(files: NodeFileSystem): void {
  for (const operations of [files.node_ops, files.stream_ops]) {
    const { setattr } = operations
    operations.setattr = (of, attributes) =>
      setattr(of, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS })
  }
  const { mknod } = files.node_ops
  files.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device)
}

/**
 * Without `-F` (no fsync), syncing the log by the call that is hooked above. Each byte of the usual 128 MB of buffers
 * would be resident, since WebAssembly fills them with zeros; the content is a few MB.
 */
const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
]
