import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

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
export class DurableFiles extends NodeFS {
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
export const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
]
