import { childrenOf } from './process-usage'

/**
 * Ends this process with code 1, and what it has started, where it is not done within the time; `onLate` writes what
 * there is. Answers with what takes the limit away.
 */
export function limitTime(ms: number, onLate: () => void): () => void {
  const timer = setTimeout(() => {
    try {
      onLate()
    } finally {
      for (const pid of childrenOf(process.pid)) end(pid)
      process.exit(1)
    }
  }, ms)
  return () => clearTimeout(timer)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    // It ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
