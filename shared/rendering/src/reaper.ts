import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { toLine } from './json-lines.mjs'

const SCRIPT = fileURLToPath(new URL('./reaper-process.mjs', import.meta.url))
/** Where none can be started, another attempt would fail at once. */
const AGAIN_MS = 100
const living = new Set<number>()
let reaper: Socket | undefined

/**
 * Ends `child` when this process ends, even by kill -9. A page that spins cannot see that its edge is gone, and may
 * have no thread that looks (decision 7): one process looks for all.
 */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child
  // It could not be started.
  if (pid === undefined) return
  living.add(pid)
  tell()
  child.once('exit', () => {
    living.delete(pid)
    tell()
  })
}

function tell(): void {
  if (living.size === 0) {
    // Its input has ended: it ends too.
    reaper?.end()
    reaper = undefined
    return
  }
  reaper ??= start()
  reaper?.write(toLine([...living]))
}

/** One that ended, or could not be started, gives way to another, which is told again: a list may be lost with it. */
function start(): Socket | undefined {
  let input: Socket | undefined
  const gone = () => {
    if (reaper !== input) return
    reaper = undefined
    setTimeout(() => living.size > 0 && tell(), AGAIN_MS).unref()
  }
  try {
    const started = spawn(process.execPath, [SCRIPT, ...[...living].map(String)], {
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    started.on('exit', gone).on('error', gone).unref()
    // Nothing, where there are too many open files.
    input = (started.stdin as Socket | null) ?? undefined
    input?.on('error', gone).unref()
  } catch {
    // No process more, for now.
    gone()
  }
  return input
}
