import fs from 'node:fs'

/** Ticks of a clock that Linux has always had at a hundred a second. */
const TICK_MS = 10

type Stat = { parent: number; cpuMs: number }

/** Linux's counters of a process; undefined if it has ended. */
function statOf(pid: number): Stat | undefined {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? []
    return { parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
  } catch {
    return undefined
  }
}

/** Processor time that a process has taken so far, on all cores. */
export const cpuMs = (pid: number): number => statOf(pid)?.cpuMs ?? Number.NaN

/** Memory that a process holds. */
export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Render processes that an edge has started, itself or through others. */
export function renderProcessesUnder(pid: number): number[] {
  const isUnder = (each: number): boolean => {
    const parent = statOf(each)?.parent
    return parent !== undefined && parent > 1 && (parent === pid || isUnder(parent))
  }
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && isRenderProcess(each) && isUnder(each))
}

/** Processes that one has started itself. */
export const childrenOf = (pid: number): number[] =>
  fs
    .readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && statOf(each)?.parent === pid)

function isRenderProcess(pid: number): boolean {
  try {
    const [program, ...args] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // Not the process that starts it in separate namespaces and waits for it.
    return program === process.execPath && args.some((each) => each.endsWith('/render-process.mjs'))
  } catch {
    return false
  }
}
