import fs from 'node:fs/promises'

/**
 * Bytes of memory that a process holds, with what V8's own limit does not count; undefined where the system does not say
 * (only Linux does) and where the process has ended. What else keeps it from being read, such as too many open files, is
 * no reason to end, and is told to `onFailure`.
 */
export async function residentBytes(pid: number, onFailure: (error: Error) => void): Promise<number | undefined> {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(await fs.readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) onFailure(error as Error)
    return undefined
  }
}
