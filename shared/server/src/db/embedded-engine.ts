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
import { DatabaseStopped, isFatal } from './database-faults'
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
    const { bavail, bsize } = statfsSync(folder)
    throw bavail * bsize < 32 * 2 ** 20 ? new DiskFull(folder, { cause: error }) : error
  }
}

/** Starting needs room as well: PostgreSQL replays its log and begins a new segment of 16 MB. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  constructor(folder: string, options: ErrorOptions) {
    super(`the disk of ${folder} is full; the database needs 32 MB to start`, options)
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

/** Rights of group and others. */
const OTHERS = 0o077

type Stream = { nfd?: number }
type Attributes = { mode?: number | undefined }
type SetAttributes = (of: unknown, attributes: Attributes) => void
/** What we touch of Emscripten's file system; PGlite's types leave it open. */
type NodeFileSystem = {
  convertNodeCode(error: unknown): number
  node_ops: { setattr: SetAttributes; mknod: (parent: unknown, name: string, mode: number, device: number) => unknown }
  stream_ops: { setattr: SetAttributes; fsync?: (stream: Stream) => number }
}

/**
 * Files whose fsync is one, and that are their owner's alone. Out of the box an fsync inside PGlite does nothing, so what was
 * acknowledged could be lost with the power. And every file that it makes gets its mode by chmod, which asks no umask:
 * 0666 for what is unpacked. Tests look at both: keep PGlite's version exact.
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
          // As an errno, so that PostgreSQL sees the failure and decides; anything else would tear its stack.
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
 * PostgreSQL's parameters without `-F` (no fsync), syncing its log by the call that is hooked above. Of its usual 128 MB
 * for pages every byte would be resident, since WebAssembly fills them with zeros; the content is a few MB.
 */
const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
]
