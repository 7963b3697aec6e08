import { childrenOf } from './process-usage'

/**
 * Ends this process with code 1, and its children, if it is not done within the time; `onLate` writes partial results.
 * Returns a function that removes the limit.
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
    // It has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
