import fs from 'node:fs'
import path from 'node:path'

/** Of each service: this log and the one before it, so about twice as much on disk. */
const MAX_BYTES = 5_000_000
const LOOK_MS = 10_000

/**
 * Moves what a large log holds to `.1`, where it replaces what was moved before. Copied and emptied, not renamed:
 * a running service has the file open and goes on writing to it. A line of that very moment may be lost.
 */
function rotate(log: string, limit: number): void {
  const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size <= limit) return
  const earlier = `${log}.1`
  // First, so that a disk that is nearly full has room for the copy.
  fs.rmSync(earlier, { force: true })
  try {
    fs.copyFileSync(log, earlier)
  } catch (error) {
    process.stderr.write(`${earlier} cannot be written, earlier lines are lost: ${(error as Error).message}\n`)
  }
  fs.truncateSync(log)
}

/** Checks all logs of a folder regularly. Returns a function that stops it. */
export function keepLogsSmall(folder: string, { limit = MAX_BYTES, everyMs = LOOK_MS } = {}): () => void {
  const look = () => {
    // Somebody may have removed the data of a running site.
    if (!fs.existsSync(folder)) return
    for (const file of fs.readdirSync(folder)) if (file.endsWith('.log')) rotate(path.join(folder, file), limit)
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}
