import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

type Process = { pid: number; parent: number; zombie: boolean }

/** Every process of this machine; small images have no `ps`. */
function processes(): Process[] {
  if (!fs.existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => {
      const [pid, parent, state] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), zombie: state?.startsWith('Z') ?? false }
    })
  }
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // The name of the program, in brackets, may hold anything.
      const [state, parent] = fs
        .readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return [{ pid: Number(name), parent: Number(parent), zombie: state === 'Z' || state === 'X' }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

/** A process and all that it has started, directly or not. */
export function treeOf(pid: number): number[] {
  const all = processes()
  const below = (parent: number): number[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each.pid, ...below(each.pid)])
  return [pid, ...below(pid)]
}

export function stillRunning(pids: number[]): number[] {
  return processes()
    .filter(({ pid, zombie }) => !zombie && pids.includes(pid))
    .map(({ pid }) => pid)
}

/** The site's services by name, as its supervisor notes them. */
export const servicesOf = (data: string) =>
  JSON.parse(fs.readFileSync(path.join(data, 'services.json'), 'utf8')) as Record<string, number>

/** What the edge has forked: processes that render, and those that only try whether a promoted build can be linked. */
export function forkedByEdge(data: string): number[] {
  const edge = servicesOf(data).edge as number
  return treeOf(edge).filter((pid) => pid !== edge)
}
