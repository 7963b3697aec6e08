import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number }
/** What we touch of Emscripten's file system; PGlite's types leave it open. */
type NodeFileSystem = {
  convertNodeCode(error: unknown): number
  stream_ops: { fsync?: (stream: Stream) => number }
}

/**
 * Files whose fsync is one. Out of the box an fsync inside PGlite does nothing, so what was
 * acknowledged could be lost with the power. A test counts the calls: keep PGlite's version exact.
 */
export class DurableFiles extends NodeFS {
  syncs = 0

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const ready = await super.init(pg, options)
    ready.emscriptenOpts.preRun ??= []
    const preRun = ready.emscriptenOpts.preRun as ((module: { FS: unknown; NODEFS: NodeFileSystem }) => void)[]
    preRun.push(({ FS, NODEFS }) => {
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

/** PostgreSQL's parameters without `-F` (no fsync), syncing its log by the call that is hooked above. */
export const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]
